// What is read as JSON in a test: loosely typed, because what it holds is what the test is there to say.

export type Json = ReturnType<typeof JSON.parse>;
