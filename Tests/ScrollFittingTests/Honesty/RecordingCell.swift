import ScrollSimulation

/// How a simulated recording was made: the screen, and what went wrong.
struct RecordingCell: Sendable, Hashable {
  /// What disturbs a recording beside the rounding to pixels.
  enum Fault: String, Sendable, CaseIterable {
    /// Nothing.
    case clean
    /// Stamps off their frames by 1 ms, Gaussian; the values belong to the frames.
    case stamps = "stamps off frames"
    /// Values taken off their stamps by 1 ms, Gaussian: nothing in the file tells when.
    case samples = "samples off stamps"
    /// One frame in twenty is lost.
    case dropped = "dropped frames"
    /// One value in twenty is off by up to 20 pt; fitted by least squares.
    case outliers
    /// The same, fitted with Tukey's loss, as W403 advises.
    case robust = "outliers (tukey)"

    /// One recording is made where so many clean ones are; with Tukey's loss that depends on the law.
    var share: Int { self == .clean ? 1 : 4 }
  }

  /// Pixels in a point.
  var scale: Double
  /// Frames per second.
  var rate: Double
  var fault: Fault

  /// Every screen: 1x, 2x, 3x at 60 and at 120 Hz.
  static let screens: [(scale: Double, rate: Double)] = [60, 120].flatMap { rate in
    [1, 2, 3].map { (Double($0), Double(rate)) }
  }

  /// Every screen with every fault.
  static let all = Fault.allCases.flatMap { fault in
    screens.map { RecordingCell(scale: $0.scale, rate: $0.rate, fault: fault) }
  }

  /// The recorder with these faults.
  var recorder: Recorder {
    var recorder = Recorder()
    recorder.scale = scale
    recorder.rate = rate
    switch fault {
    case .clean: break
    case .stamps: recorder.stampJitter = 0.001
    case .samples: recorder.sampleJitter = 0.001
    case .dropped: recorder.dropRate = 0.05
    case .outliers, .robust: recorder.outlierRate = 0.05
    }
    return recorder
  }

  /// One cell has one seed, whichever others are run.
  func seed(_ law: String) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in "\(law) \(scale) \(rate) \(fault.rawValue)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    return hash
  }
}
