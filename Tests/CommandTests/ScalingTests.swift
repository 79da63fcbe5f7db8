import Testing

/// The scripts of Tests/Scaling with the built binary, on a small scale.
@Suite struct ScalingTests {
  private static func hasPython(_ module: String) async throws -> Bool {
    try await Command.shell("python3 -c 'import \(module)'").code == 0
  }

  @Test(
    .enabled("python3 is not installed") { try await ScalingTests.hasPython("sys") },
    .timeLimit(.minutes(10)))
  func `hundreds of files, some broken, with kills between, are what one run gives`() async throws {
    let outcome = try await Command.shell(
      "python3 Tests/Scaling/many_files.py 400 \"$SCROLLFIT\" --seed 3 --kills 3")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
  }

  @Test(
    .enabled("PySpark or Java is not installed") {
      guard try await Command.shell("java -version").code == 0 else { return false }
      return try await ScalingTests.hasPython("pyspark")
    },
    .timeLimit(.minutes(10)))
  func `Spark pipes partitions through the binary and gets what a plain batch gives`() async throws
  {
    let outcome = try await Command.shell(
      "python3 Tests/Scaling/spark_pipe.py \"$SCROLLFIT\" --count 60 --partitions 3")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
  }
}
