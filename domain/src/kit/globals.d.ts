/** Standards of the web that both Node and browsers have; this package knows neither. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
/** A string of bytes, a sign each, as base64, and back. */
declare function btoa(bytes: string): string;
declare function atob(base64: string): string;
