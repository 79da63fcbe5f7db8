import Subprocess
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Recordings of any length in bounded memory.
@Suite struct VolumeTests {
  #if os(Linux)
    @Test(.timeLimit(.minutes(10)))
    func `ten million rows from a pipe are fitted in 64 MiB`() async throws {
      let result = try await Subprocess.run(
        .path(Command.path), arguments: ["bounce", "--format", "json", "-"],
        environment: Command.environment(), input: .inputWriter, output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20)
      ) { execution in
        let writer = execution.standardInputWriter
        _ = try await writer.write("# edge_top: 0\nt_us,offset_y_pt\n")
        var piece: [UInt8] = []
        for frame in 0..<60 {
          let value = Recordings.rounded(Recordings.bounce(Double(frame) / 60))
          piece += Array("\(frame * 50_000 / 3),\(Recordings.printed(-value))\n".utf8)
        }
        // Sixty frames last a second, so that only the seconds of their times change.
        let rests = (0..<60).map { frame in
          let fraction = "\(frame * 50_000 / 3)"
          let zeros = String(repeating: "0", count: 6 - fraction.count)
          return Array("\(zeros)\(fraction),0.0000\n".utf8)
        }
        for second in 1...166_666 {
          let start = Array("\(second)".utf8)
          for rest in rests {
            piece += start
            piece += rest
          }
          if piece.count > 1 << 18 {
            _ = try await writer.write(piece)
            piece.removeAll(keepingCapacity: true)
          }
        }
        _ = try await writer.write(piece)
        // All but the last pipe of it is read, and the tool waits for the rest: its peak is known.
        let peak = VolumeTests.peakMemory(of: execution.processIdentifier.value)
        try await writer.finish()
        return peak
      }
      #expect(result.terminationStatus == .exited(0))
      // 64 KiB of the file and 1100 samples take next to nothing; the rest is the binary.
      #expect(try #require(result.closureResult) < 64 << 20)
      let report = try JSONValue(result.standardOutput)["results"][0]
      let value = try #require(report["fits"][0]["parameters"]["delta"]["value"].double)
      #expect(abs(value - 10.9) < 0.06)
    }

    /// The most memory that a process has had resident, in bytes.
    static func peakMemory(of process: Int32) -> Int? {
      Workspace.contents(FilePath("/proc/\(process)/status"))?
        .split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?
        .split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
        .map { $0 * 1024 }
    }
  #endif

  @Test func `more samples than fit are refused with a remedy`() async throws {
    let workspace = try Workspace()
    let motion =
      Array("t,y\n".utf8)
      + (0..<2_000_001).flatMap { frame -> [UInt8] in
        Array("\(frame),".utf8) + [UInt8(ascii: "1") + UInt8(frame % 2), 0x0A]
      }
    try workspace.write(motion, to: "trace.csv")
    let outcome = try await workspace.run("bounce", "trace.csv")
    #expect(outcome.code == 65)
    #expect(
      outcome.error
        == """
        trace.csv:2000002:1: error: the recording has more than 2000000 samples
          help: read a part of it with --from and --to, or tell recordings apart with a column \
        "trace"

        """)
    let part = try await workspace.run("inspect", "--from", "10", "--to", "20", "trace.csv")
    #expect(part.code == 0)
  }

  @Test func `a thousand recordings in one file are reported as they come`() async throws {
    let workspace = try Workspace()
    let rows = (0..<1000).flatMap { number in
      Recordings.rows(frames: 0..<50, prefix: "\(number),")
    }
    try workspace.write(Recordings.file("# edge_top: 0", "trace,t,y", rows), to: "trace.csv")
    let outcome = try await workspace.run("bounce", "--format", "json", "trace.csv")
    #expect(outcome.code == 0)
    let results = try JSONValue(outcome.output)["results"].elements
    #expect(results.map { $0["source"]["trace"].string } == (0..<1000).map { "\($0)" })
    // Equal recordings have equal content, whatever their names.
    #expect(Set(results.map { $0["source"]["content_hash"].string }).count == 1)
  }
}
