import Testing

/// Apps on Android log offsets in pixels.
@Suite struct AndroidPixelTests {
  @Test(arguments: ["2.625", "3"])
  func `a glide in pixels tells how many are in a point`(scale: String) async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      "$SCROLLFIT" simulate android v0=3000 |
        awk -F, '/^#/{next} /^t_s/{print "t_s,scrollY"; next} {printf "%s,%.0f\\n", $1, \(scale) * $2}' \\
        > pixels.csv
      sed 's/scrollY/offset_px/' pixels.csv > named.csv
      """)
    let pixels = try await workspace.run("identify", "pixels.csv")
    #expect(pixels.output.contains("with \(scale) pixels in a point"), "\(pixels.output)")
    let named = try await workspace.run("identify", "--scale", scale, "named.csv")
    #expect(!named.output.contains("pixels in a point") && named.output.contains("android"))
  }
}
