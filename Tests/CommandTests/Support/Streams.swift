import Subprocess
import Testing

/// Runs of a batch whose recordings come through a pipe that stays open.
enum Streams {
  /// Checks that the line of a first recording comes before the second one ends.
  static func checkLinesComeEarly(_ arguments: [String], head: String) async throws {
    let rows = Recordings.rows(prefix: "a,") + Recordings.rows(speed: 900, prefix: "b,")
    let result = try await Subprocess.run(
      .path(Command.path), arguments: Arguments(arguments),
      environment: Command.environment(), input: .inputWriter, output: .sequence,
      error: .discarded
    ) { execution in
      let writer = execution.standardInputWriter
      _ = try await writer.write(head)
      // All of the first, and the first row of the second: the first is known to be complete.
      _ = try await writer.write(rows[...60].joined(separator: "\n") + "\n")
      var iterator = execution.standardOutput.strings().makeAsyncIterator()
      let first = try await iterator.next()
      _ = try await writer.write(rows[61...].joined(separator: "\n") + "\n")
      try await writer.finish()
      var rest: [String] = []
      while let line = try await iterator.next() { rest.append(line) }
      return [first ?? ""] + rest
    }
    #expect(result.terminationStatus == .exited(0))
    let names = try result.closureResult.filter { !$0.isEmpty }.map {
      try JSONValue($0)["source"]["trace"].string
    }
    #expect(names == ["a", "b"])
  }

  #if os(Linux)
    /// Checks that many recordings take no more memory than 500.
    ///
    /// - Parameter rows: the rows of a recording, from the comma behind its name.
    static func checkMemory(
      _ arguments: [String], head: String, rows: [String], recordings: Int
    ) async throws {
      func peak(_ count: Int) async throws -> Int {
        let result = try await Subprocess.run(
          .path(Command.path), arguments: Arguments(arguments),
          environment: Command.environment(), input: .inputWriter, output: .discarded,
          error: .discarded
        ) { execution in
          let writer = execution.standardInputWriter
          _ = try await writer.write(head)
          for number in 0..<count {
            _ = try await writer.write(
              rows.map { "t\(number)" + $0 }.joined(separator: "\n") + "\n")
          }
          let peak = VolumeTests.peakMemory(of: execution.processIdentifier.value)
          try await writer.finish()
          return peak
        }
        #expect(result.terminationStatus == .exited(0))
        return try #require(result.closureResult)
      }
      let few = try await peak(500)
      let many = try await peak(recordings)
      #expect(many < 64 << 20)
      #expect(many < few + 4 << 20)
    }
  #endif
}
