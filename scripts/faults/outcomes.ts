/** Counts responses by the phase in which they were requested, the kind of request, and the status. */
export class Outcomes {
  #phase = '';
  readonly #counts = new Map<string, Map<string, Map<string, number>>>();

  /** Names what happens while the work is done. */
  async during<T>(phase: string, work: () => Promise<T>): Promise<T> {
    this.#phase = phase;
    return work();
  }

  /** Counts a response. Undefined: the connection was cut off. */
  readonly count = (kind: string, status: number | undefined): void => {
    const kinds = getOrAdd(this.#counts, this.#phase, () => new Map<string, Map<string, number>>());
    const statuses = getOrAdd(kinds, kind, () => new Map<string, number>());
    const name = status === undefined ? 'cut off' : String(status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  };

  toText(): string {
    return [...this.#counts]
      .map(([phase, kinds]) =>
        [
          phase,
          ...[...kinds].map(
            ([kind, statuses]) =>
              `  ${kind.padEnd(14)} ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}`,
          ),
        ].join('\n'),
      )
      .join('\n');
  }

  /** Requests that failed, as sentences. */
  failures(): string[] {
    return [...this.#counts].flatMap(([phase, kinds]) =>
      [...kinds].flatMap(([kind, statuses]) =>
        [...statuses]
          .filter(([status]) => !/^[23]/.test(status))
          .map(([status, n]) => `${phase}: ${n} × ${kind} ${status}`),
      ),
    );
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
