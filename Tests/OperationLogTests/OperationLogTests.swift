// The tests of this target come with its code.
