import { Agent, request } from 'node:http';

export interface Followers {
  /** Counts by outcome so far: `302`, `ECONNREFUSED` and so on. */
  outcomes: ReadonlyMap<string, number>;
  /** Stops after the requests in progress. */
  stop(): Promise<void>;
}

/**
 * Starts the given number of clients that follow the address repeatedly, as browsers do. Each request opens a
 * new connection, or reuses one.
 */
export function follow(address: string, people: number, { keepAlive }: { keepAlive: boolean }): Followers {
  const outcomes = new Map<string, number>();
  const agent = new Agent({ keepAlive, maxSockets: people });
  let going = true;
  const walk = async () => {
    while (going) {
      const outcome = await followOnce(address, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // If the server is down, retrying immediately would only waste processor time.
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

/** Returns the response status when the response is complete, or the error code. */
function followOnce(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(address, { agent, headers }, (response) => {
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', () => resolve('cut'));
      response.resume();
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // A keep-alive connection may be closed just when the next request is sent. Browsers retry, so this
      // does too.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(followOnce(address, agent));
      else resolve(error.code ?? 'failed');
    });
    asked.end();
  });
}
