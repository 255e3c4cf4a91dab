/** What a visitor gets. Further ways to get there (a password first, a splash page, a frame) are further members. */
export type Decision = Forward | Refusal;

export interface Forward {
  do: 'forward';
  status: 301 | 302 | 307 | 308;
  to: string;
}

export interface Refusal {
  do: RefusalKind;
}

/** `unavailable`: nobody can say at the moment, because the database is away and the link is not in memory. */
export type RefusalKind = 'missing' | 'disabled' | 'suspended' | 'expired' | 'unavailable';
