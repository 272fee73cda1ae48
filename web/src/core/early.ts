// An answer that first.ts has asked for before the page was there.

/** An answer of the server, and when it came: a reader may take it later. */
export interface EarlyAnswer {
  response: Response;
  at: number;
}
