// Times a kernel on the recordings of a file, with everything in memory, and prints JSON.
//
//     kernel-times CASE FILE ROUNDS
internal import KernelCases
internal import ScrollTraces

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

func fail(_ message: String) -> Never {
  var text = "kernel-times: \(message)\n"
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let rounds = Int(arguments[3]), rounds > 0 else {
  fail("usage: kernel-times CASE FILE ROUNDS")
}
guard let kernel = KernelCase.named(arguments[1]) else {
  fail("\(arguments[1]) is none of \(KernelCase.all.map(\.name).joined(separator: ", "))")
}
let path = arguments[2]
var inputs: [KernelInput] = []
try TraceReader().read(path: path) { trace in
  guard let input = KernelInput(trace, for: kernel) else {
    fail("\(path) has no columns for \(kernel.name)")
  }
  inputs.append(input)
}
if inputs.isEmpty { fail("\(path) has no recordings") }

var results = [Double](repeating: .nan, count: inputs.count)
var nanoseconds: [Double] = []
let clock = ContinuousClock()
// The round before the first warms up and is not counted.
for round in 0...rounds {
  let taken = clock.measure { kernel.fit(inputs, &results) }
  if round > 0 { nanoseconds.append(taken / .nanoseconds(1) / Double(inputs.count)) }
}
if results.contains(where: \.isNaN) { fail("a recording of \(path) could not be fitted") }
print(
  "{\"fits\":\(inputs.count),\"ns_per_fit\":\(nanoseconds),\"deltas\":\(Array(results.prefix(100)))}"
)
