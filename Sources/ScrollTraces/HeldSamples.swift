extension Trace {
  /// Leaves out the samples that only repeat a frame, if offsets were read several times for each frame that was drawn: by
  /// a timer of its own, or at 120 Hz of content that moves at 60 Hz. Such samples would count as short rests.
  ///
  /// The first sample of each frame is kept: it is the nearest to the frame's own time. Of a rest, one sample for each
  /// usual frame and the last one are kept. Recordings without stamps, and those in which channels have their own rows, stay
  /// as they are.
  mutating func leaveOutHeldSamples() {
    guard timing.isRecorded, !isTable, sparse == nil, let offsets = offsetsThatMoveMost,
      3 * zip(offsets, offsets.dropFirst()).count(where: { $0 == $1 }) > count
    else { return }
    let frames = frames
    guard let usual = samplesPerFrame(frames, offsets) else { return }
    var isKept = [Bool](repeating: false, count: count)
    for frame in frames {
      let isRest = frame.count > 2 * usual
      for index in stride(from: 0, to: isRest ? frame.count : 1, by: usual) {
        isKept[frame.lowerBound + index] = true
      }
      if isRest { isKept[frame.upperBound - 1] = true }
    }
    heldSamples = isKept.count { !$0 }
    times = times.keeping(isKept)
    for index in channels.indices {
      channels[index].values = channels[index].values.keeping(isKept)
    }
    phases = phases.map { PhaseSpan.keeping(isKept, of: $0) }
  }

  /// The usual number of samples in a row with the values of one frame; nil if each frame has one sample.
  ///
  /// Only frames between two steps count that are larger than 1/2000 of the motion and four times the smallest step, as
  /// slow content repeats its pixels. There must be eight, as long as frames at 25 Hz or more, four in five of at least two
  /// samples and of about the usual number: the notches of a wheel are longer and less even.
  private func samplesPerFrame(_ frames: [Range<Int>], _ offsets: [Double]) -> Int? {
    let steps = frames.map { offsets[$0.lowerBound] }.steps.map(\.magnitude)
    let smallest = steps.filter { $0 > 0 }.min() ?? 0
    let fast = max(4 * smallest, extent(offsets) / 2000)
    let moving = frames.indices.dropFirst().dropLast().filter {
      steps[$0 - 1] > fast && steps[$0] > fast
    }.map { frames[$0] }
    guard moving.count >= 8 else { return nil }
    let usual = moving.map(\.count).sorted()[moving.count / 2]
    let durations = moving.map { times[$0.upperBound] - times[$0.lowerBound] }
    let even = moving.count { $0.count >= 2 && abs($0.count - usual) <= max(1, usual / 3) }
    return usual >= 2 && durations.sorted()[moving.count / 2] <= 0.042
      && 5 * even >= 4 * moving.count ? usual : nil
  }

  /// The samples with the same values as the one before, in runs that cover the recording.
  private var frames: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for index in 1..<max(count, 1)
    where channels.contains(where: { $0.values[index] != $0.values[index - 1] }) {
      result.append(start..<index)
      start = index
    }
    result.append(start..<count)
    return result
  }

  /// The offsets, or overscrolls, along the axis of the larger motion; nil if there are none.
  private var offsetsThatMoveMost: [Double]? {
    channels.filter { $0.role == .offset || $0.role == .overscroll }.map(\.values).max {
      extent($0) < extent($1)
    }
  }

  private func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
}
