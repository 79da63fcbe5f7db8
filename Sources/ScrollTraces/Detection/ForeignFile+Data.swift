/// Packed files, and the tables of programs that compute.
extension ForeignFile {
  static let unpack = "unpack it, and read what is in it: "
  static let read = " | scrollfit fit -"
  // Macs put a file of their own beside each one.
  private static let extract = "--exclude '._*'"

  /// A file that holds one other file.
  static func compressed(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    let packers: [(mark: [UInt8], tool: String)] = [
      ([0x1F, 0x8B], "gunzip -c"), (Array("BZh".utf8), "bzip2 -dc"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz -dc"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd -dc"),
      ([0x37, 0x7A, 0xBC, 0xAF], "7z e -so"),
    ]
    guard let tool = packers.first(where: { start.starts(with: $0.mark) })?.tool else { return nil }
    var file = ForeignFile(
      tool.hasPrefix("gunzip") ? "a file compressed by gzip" : "a compressed file",
      unpack + tool + " FILE" + read)
    file.isPacked = true
    return file
  }

  /// What to do with a file of this name: in a compressed one may be an archive.
  func help(path: String) -> String {
    let name = path.lowercased()
    let isArchive =
      name.contains(".tar.") || [".tgz", ".tbz", ".tbz2", ".txz"].contains(where: name.hasSuffix)
    return isPacked && isArchive
      ? Self.unpack + "tar xOf FILE \(Self.extract)" + Self.read : help
  }

  /// An archive of tar, recognised by the mark behind the name and the numbers of its first file.
  static func tar(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    let mark = 257
    guard start.dropFirst(mark).starts(with: "ustar".utf8), start.prefix(mark).contains(0),
      // Where a line ends before it, the first line decides.
      !start.prefix(mark).contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    return ForeignFile("an archive of tar", unpack + "tar xOf - \(extract) < FILE" + read)
  }

  /// A table as NumPy and pandas store it.
  static func columns(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    if start.starts(with: [0x93] + Array("NUMPY".utf8)) {
      return ForeignFile(
        "an array of NumPy",
        "write its rows, here of a time and an offset: "
          + python(
            "numpy",
            "a = numpy.load(f); numpy.savetxt(sys.stdout, a, \"%.15g\", \",\", header=\"t_s,offset_y\""
              + " if a.ndim > 1 else \"offset_y\", comments=\"\")"))
    }
    if start.starts(with: "PAR1".utf8) {
      return ForeignFile(
        "a table of Parquet",
        "write its rows: " + python("pandas", "pandas.read_parquet(f).to_csv(sys.stdout)"))
    }
    return nil
  }

  /// Writes the sheet that is shown, with all digits.
  static let readCells = python(
    "csv, openpyxl",
    "csv.writer(sys.stdout).writerows(openpyxl.load_workbook(f, data_only=True).active.values)")
  static let readExcel = python(
    "pandas", "pandas.read_excel(f).to_csv(sys.stdout, index=False)")

  /// A program that reads standard input, so that it can also stand in a pipe.
  private static func python(_ modules: String, _ code: String) -> String {
    "python3 -c 'import io, sys, \(modules); f = io.BytesIO(sys.stdin.buffer.read()); \(code)' < FILE"
      + read
  }
}
