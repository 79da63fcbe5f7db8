import Foundation
import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces

// Exits with 1 at the first thing that is not as it should be.
func expect(_ condition: Bool, _ message: String) {
  guard !condition else { return }
  print("error: \(message)")
  exit(1)
}

// A recording of known constants: 120 frames a second, offsets rounded to the pixels of a 3x screen.
let truth = ["k": 2.0, "c": 0.002, "v0": 3000.0]
let times = (0..<240).map { Double($0) / 120 }
let q = 0.002 * 3000 / 2
let offsets = times.map { 100 + 3000 * log1p(-q * expm1(-2 * $0)) / (2 * q) }
let trace = Trace(
  path: "glide.csv", times: times,
  channels: [Channel(.offset, values: offsets.map { ($0 * 3).rounded() / 3 })])

// Fit: the 99.99 % interval of each constant contains the truth.
var options = FitOptions()
options.confidence = 0.9999
let result = TraceResult(trace, law: DragLaw.self, axis: .y, options: options)
expect(result.failure == nil, "no fit: \(result.failure?.message ?? "")")
let fit = result.fits[0]
expect(fit.search.converged, "the search did not converge: \(fit.search.reason)")
for (key, value) in truth {
  expect(fit[key]?.interval?.contains(value) == true, "the interval of \(key) lacks \(value)")
}

// Identify: none of the other laws follows it.
let identified = Identification(trace, laws: CandidateLaw.all + [DragLaw.candidate])
let motion = identified.motions.first
expect(motion?.laws.law == DragLaw.candidate, "identified as \(motion?.laws.law.key ?? "nothing")")
expect(motion?.laws.confidence == .sure, "not sure of it")
print(IdentifyReport(style: TextStyle(), .details).text(identified))

// Report: for people, for programs, and as a page.
var text = TextReport(style: TextStyle(), options: options, showsDetails: true)
let report = text.begin() + text.add(result) + text.end()
expect(report.contains(DragLaw.description.formula), "the report lacks the formula")
print(report)

var json = JSONReport(version: "1.0", options: options)
let document = json.begin() + json.add(result) + json.end()
expect(document.contains(#""law": "two-drags""#), "the JSON lacks the law")

let record = BatchRecord(result)
var summary = BatchSummary()
summary.add(record)
var page = ReportPage(
  title: "Two drags", version: "1.0", limit: 1, groupedBy: [], options: options
) { _, _ in [] }
page.add(record, result: result, line: ResultLine.text(result, settings: nil))
var html = ""
page.write(summary, check: nil) { html += $0 }
expect(html.contains(DragLaw.description.summary), "the page lacks the law")

// Check: passes against the truth, fails against a drag that is 10 % larger.
for (factor, fails) in [(1.0, false), (1.1, true)] {
  var reference = Reference(kind: .file, name: "expected constants")
  reference.everywhere = DragLaw.description.shared.map { shared in
    ReferenceConstant(
      law: DragLaw.description.key, key: shared.key,
      unit: DragLaw.description.quantity(shared.key)?.unit ?? "",
      value: factor * truth[shared.key]!, tolerance: Tolerance(relative: 0.03))
  }
  var check = Check(reference)
  check.add(record)
  let verdicts = CheckReport(
    check.finish(summary.grouped(), scope: [""]), reference: reference, summary: summary,
    isStrict: true, update: nil)
  print(verdicts.text(style: TextStyle()))
  expect(verdicts.isFailed == fails, "the check \(fails ? "passes" : "fails")")
}
