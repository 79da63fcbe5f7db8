import ScrollFormats
import ScrollReport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct OutputFileTests {
  /// A new folder for one test; `body` gets its path.
  private func inFolder(_ body: (String) throws -> Void) throws {
    var name = Array("/tmp/scrollfit.XXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      for name in names(in: folder) { remove(folder + "/" + name) }
      rmdir(folder)
    }
    try body(folder)
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func contents(_ path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func put(_ text: String, _ path: String) {
    guard let file = fopen(path, "wb") else { return }
    fputs(text, file)
    fclose(file)
  }

  @Test func `a file appears when it is committed, and whole`() throws {
    try inFolder { folder in
      let path = folder + "/out.txt"
      let long = String(repeating: "0123456789", count: 30_000)
      let file = try OutputFile(path: path)
      #expect(contents(path) == nil)
      try file.write("first\n")
      try file.write(long)
      #expect(contents(path) == nil)
      try file.commit()
      #expect(contents(path) == "first\n" + long)
      #expect(names(in: folder) == ["out.txt"])
    }
  }

  @Test func `a file that is not committed leaves the old one and nothing else`() throws {
    try inFolder { folder in
      let path = folder + "/out.txt"
      put("old", path)
      do {
        let file = try OutputFile(path: path)
        try file.write(String(repeating: "new", count: 100_000))
        #expect(contents(path) == "old")
      }
      #expect(contents(path) == "old")
      #expect(names(in: folder) == ["out.txt"])
    }
  }

  @Test func `a file replaces the old one and keeps its permissions`() throws {
    try inFolder { folder in
      let path = folder + "/out.txt"
      put("a longer text than the new one", path)
      chmod(path, 0o600)
      let file = try OutputFile(path: path)
      try file.write("new")
      try file.commit()
      #expect(contents(path) == "new")
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `what cannot be created is said at once`() throws {
    try inFolder { folder in
      for (path, reason) in [
        (folder + "/none/out.txt", "No such file or directory"), (folder, "Is a directory"),
        (folder + "/" + String(repeating: "x", count: 300), "File name too long"),
      ] {
        let error = #expect(throws: OutputError.self) { _ = try OutputFile(path: path) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.path == path)
        #expect(error?.message == "cannot create the output: \(reason)")
        #expect(error?.help?.isEmpty == false)
      }
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0))
  func `a full device fails when it is written`() throws {
    let file = try OutputFile(path: "/dev/full")
    try file.write("short texts wait in a buffer")
    let error = #expect(throws: OutputError.self) { try file.commit() }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.message == "cannot write: No space left on device")
  }

  @Test func `a folder that goes away fails the commit`() throws {
    try inFolder { folder in
      mkdir(folder + "/sub", 0o755)
      let file = try OutputFile(path: folder + "/sub/out.txt")
      try file.write("text")
      for name in names(in: folder + "/sub") { remove(folder + "/sub/" + name) }
      rmdir(folder + "/sub")
      let error = #expect(throws: OutputError.self) { try file.commit() }
      #expect(error?.kind == .cannotWrite)
    }
  }
}
