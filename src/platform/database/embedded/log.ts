/** The part of a logger that the supervisor needs. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
