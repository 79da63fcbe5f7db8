import ScrollTraces
import Testing

/// Faults that end a stream of recordings.
@Suite struct StreamFaultTests {
  /// The rows of a recording.
  private func rows(_ name: String) -> String {
    (0..<3).map { "\(name),0.\($0),\($0)\n" }.joined()
  }

  /// Two recordings, the second of which begins with this row.
  private func stream(_ row: String) -> String {
    "trace,t_s,offset_y_pt\n" + rows("one") + row + "\n" + rows("three")
  }

  /// Rows with a fault that ends the reading, the recordings that are complete, and what is said of the loss.
  static let cases: [(row: String, complete: [String], trace: String?, loss: String)] = [
    ("two,0.1,\"x\"y", ["one"], "two", "the recording 'two' is lost, and what follows is not read"),
    ("two,0.1\0", ["one"], "two", "the recording 'two' is lost, and what follows is not read"),
    (
      "\"t\"\"wo\",\"0.1", ["one"], "t\"wo",
      "the recording 't\"wo' is lost, and what follows is not read"
    ),
    (
      " two ,0.1\0", ["one"], "two",
      "the recording 'two' is lost, and what follows is not read"
    ),
    // The name has not come: the recording before may have had this row.
    ("tw\0", [], "one", "the recording 'one' is lost, and what follows is not read"),
    ("one,0.3\0", [], "one", "the recording 'one' is lost, and what follows is not read"),
  ]

  @Test(arguments: cases, [1, 3, 65_536])
  func `a fault that ends a stream names what is lost, and what is complete is read`(
    _ item: (row: String, complete: [String], trace: String?, loss: String), _ pieces: Int
  ) throws {
    for readsOn in [false, true] {
      var options = ReadingOptions()
      options.readsOnAfterFaults = readsOn
      let reading = read(Array(stream(item.row).utf8), pieces: pieces, options)
      #expect(reading.traces.map(\.name) == item.complete)
      let error = try #require(reading.error)
      #expect(error.trace == item.trace)
      #expect(error.message.hasSuffix("; " + item.loss))
      #expect(error.line == 5)
    }
  }

  @Test
  func
    `with the name in the last column and carriage returns the rows of one recording are its own`()
    throws
  {
    let text = "t_s,offset_y_pt,trace\r\n0,1,one\r\n1,2,one\r\n2,none,one\r\n"
    let reading = read(Array(text.utf8), pieces: 4, ReadingOptions())
    #expect(reading.traces.isEmpty)
    #expect(reading.error?.trace == "one")
  }

  @Test func `a file of one recording loses nothing else`() throws {
    let reading = read(Array("t_s,y_pt\n0,1\n1,\0".utf8), pieces: 7, ReadingOptions())
    #expect(reading.error?.message == "the file holds a byte 0, which text does not")
    #expect(reading.error?.trace == nil)
  }
}
