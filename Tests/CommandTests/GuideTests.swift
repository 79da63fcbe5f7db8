import Testing

/// The code that the guides show for copying.
struct GuideTests {
  @Test func `the code of the guide to UIScrollView moves as its export does`() async throws {
    let workspace = try Workspace()
    let tools = try await workspace.shell("command -v node")
    guard tools.code == 0 else { return }
    // Sums of two exponentials whose terms are six times the result lose no more than 1e-12 of 177 pt; velocities are
    // twelve times as large. The rate that is printed has eight digits: 1.5e-8 of 900 pt.
    let outcome = try await workspace.shell(
      """
      "$SCROLLFIT" export spring stiffness=120 damping=22 v0=-900 y0=177 --as javascript --name Edge -o edge.mjs
      "$SCROLLFIT" export decelerate v0=1800 x0=40 d=0.998 --as javascript --name Glide -o glide.mjs
      "$SCROLLFIT" export rubber-band c=0.55 d=844 --as javascript --name Pull -o pull.mjs
      {
        echo 'import { Edge } from "./edge.mjs";'
        echo 'import { Glide } from "./glide.mjs";'
        echo 'import { Pull } from "./pull.mjs";'
        sed -n '/^```js/,/^```$/p' '\(Command.package)/Docs/Guide/UIScrollView.md' | sed '1d;$d'
        cat <<'END'
      let edges = 0, glides = 0, pulls = 0;
      for (let i = 0; i <= 200; i++) {
        const t = i / 100, now = edge(177, -900, t);
        edges = Math.max(edges, Math.abs(now.y - Edge.position(t)), Math.abs(now.v - Edge.velocity(t)) / 12);
        glides = Math.max(glides, Math.abs(glide(40, 1800, t) - Glide.position(t)));
        pulls = Math.max(pulls, Math.abs(pull(5 * i, 844) - Pull.overscroll(5 * i)));
      }
      console.log(edges < 1e-9 && glides < 2e-5 && pulls < 1e-9 ? "same" : [edges, glides, pulls].join());
      END
      } > main.mjs
      node main.mjs
      """)
    #expect(outcome.output == "same\n", "\(outcome.error)")
  }
}
