import Testing

/// Sessions of engines from the command line: simulated, written again, checked.
struct EngineSessionCommandTests {
  private func lines(of script: String) async throws -> [Substring] {
    let outcome = try await Command.shell(
      "scrollfit() { \"$SCROLLFIT\" \"$@\"; }\n\(script)")
    #expect(outcome.error.isEmpty, "\(outcome.error)")
    return outcome.output.split(separator: "\n")
  }

  @Test func `a session moves by the laws of its engine, and its command names it`() async throws {
    let lines = try await lines(
      of: """
        folder=$(mktemp -d)
        scrollfit simulate session iscroll gestures=5 --seed 4 -o $folder/one.csv
        eval "$(sed -n 's/^# command: //p' $folder/one.csv) -o $folder/two.csv"
        cmp $folder/one.csv $folder/two.csv && grep -c release $folder/one.csv
        scrollfit simulate session iscroll k=2 delta=11 c=0.5 gestures=2 | grep '^# command'
        scrollfit simulate session uikit gestures=2 | grep '^# command'
        """)
    #expect(lines.count == 3)
    #expect(lines.first.flatMap { Int($0) } ?? 0 > 20)
    #expect(
      lines.dropFirst().first
        == "# command: scrollfit simulate session k=2 delta=11 c=0.5 gestures=2 --seed 1")
    #expect(lines.last?.contains("uikit") == false)
  }

  /// A return is fitted with the samples up to the next gesture: what follows is no spring.
  @Test(arguments: [4, 7, 12]) func `a session of UIKit passes the check against UIKit`(seed: Int)
    async throws
  {
    let lines = try await lines(
      of: """
        scrollfit simulate session uikit gestures=6 --seed \(seed) | scrollfit check --reference uikit -
        """)
    #expect(lines.last?.hasPrefix("passed:") == true, "\(lines)")
  }

  @Test func `an animation of a program's own hides not the engine of a fling`() async throws {
    let lines = try await lines(
      of: """
        awk 'BEGIN { print "t_s,offset_y_pt"; for (i = 0; i < 300; i++) {
          t = i / 60; g = t - 0.304; g = g < 0 ? 0 : g > 2.5 ? 2.5 : g
          u = (t - 3.9) / 0.4; u = u < 0 ? 0 : u > 1 ? 1 : u
          printf "%.6f,%.0f\\n", t, 600 * (1 - exp(-2.002 * g)) + 500 * u * u * (3 - 2 * u) } }' |
          scrollfit identify - | tr -s '\\n ' ' '
        """)
    let text = try #require(lines.first)
    #expect(text.contains(" describes 1 of 2 motions within their rounding; "))
    #expect(text.contains(" uikit") && !text.contains("no listed engine"))
  }
}
