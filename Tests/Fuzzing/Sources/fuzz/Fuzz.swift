import CLibFuzzer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libFuzzer asks this before it looks at its arguments: `fuzz TARGET [arguments of libFuzzer]`.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let arguments = list.pointee
  guard count.pointee > 1, let name = arguments[1].map({ String(cString: $0) }),
    let target = FuzzTargets.all[name]
  else {
    say("fuzz: name a target: \(FuzzTargets.all.keys.sorted().joined(separator: ", "))")
    exit(64)
  }
  FuzzTargets.current = target()
  for index in 1..<Int(count.pointee) { arguments[index] = arguments[index + 1] }
  count.pointee -= 1
  return 0
}

/// libFuzzer gives this one input after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  FuzzTargets.current.run(Input(UnsafeRawBufferPointer(start: data, count: size)))
  return 0
}

/// SwiftPM gives the `main` of a debug build this name, and takes it for the start of the program.
@_cdecl("fuzz_main")
public func runDriver(
  _ count: CInt, _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var count = count
  var list = list
  return LLVMFuzzerRunDriver(&count, &list) { testOneInput($0, $1) }
}
