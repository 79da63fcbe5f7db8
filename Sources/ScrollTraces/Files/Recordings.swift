// What a file is read into. A program that reads files needs no import of its own for it.
@_exported public import ScrollRecordings
