import { Agent, request } from 'node:http';

export interface Followers {
  /** What came of the requests so far: `302`, `ECONNREFUSED` and so on, and how often. */
  outcomes: ReadonlyMap<string, number>;
  /** Lets each finish what it is at. */
  stop(): Promise<void>;
}

/**
 * So many people who follow the address one time after the other, as browsers do. Their requests carry a fresh
 * connection each, or keep theirs.
 */
export function follow(address: string, people: number, { keepAlive }: { keepAlive: boolean }): Followers {
  const outcomes = new Map<string, number>();
  const agent = new Agent({ keepAlive, maxSockets: people });
  let going = true;
  const walk = async () => {
    while (going) {
      const outcome = await followOnce(address, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Where nobody listens, asking again at once would only keep the machine busy.
      if (outcome === 'ECONNREFUSED') return;
    }
  };
  const done = Promise.all(Array.from({ length: people }, walk));
  return {
    outcomes,
    stop: async () => {
      going = false;
      await done;
      agent.destroy();
    },
  };
}

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

/** The answer's status once all of it is there, or the code of the error. */
function followOnce(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(address, { agent, headers }, (response) => {
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', () => resolve('cut'));
      response.resume();
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection may end just as the next request is on its way; browsers then ask again, and so do we.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(followOnce(address, agent));
      else resolve(error.code ?? 'failed');
    });
    asked.end();
  });
}
