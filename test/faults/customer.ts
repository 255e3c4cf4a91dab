import { enterPlainly } from '../journeys/plain-person.ts';
import { signUp } from '../journeys/plaza-journey.ts';
import { eventually } from '../peers/eventually.ts';

interface Received<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** A person with a key for Hop's API. */
export interface Customer {
  key: string;
  call<T>(method: string, url: string, body?: object): Promise<Received<T>>;
  /** Returns the link's clicks when they reach the expected number or stop increasing. */
  countClicks(base: string, id: number, expected: number): Promise<number>;
}

/** Registers at Hop and returns the key that the dashboard shows once. */
export async function registerAt(hop: string): Promise<Customer> {
  const ada = await enterPlainly(hop);
  await signUp(ada, 'Ada', 'customer');
  await ada.open('/dashboard/api');
  await ada.press('Show key');
  const key = await ada.read('Key');

  const customer: Customer = {
    key,
    call: async <T>(method: string, url: string, body?: object): Promise<Received<T>> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
    },
    countClicks: (base, id, expected) =>
      eventually(
        async () => {
          const { body } = await customer.call<{ data?: { clicks: number } }>('GET', `${base}/api/url/${id}`);
          return body.data?.clicks ?? 0;
        },
        (clicks) => clicks >= expected,
        100,
      ),
  };
  return customer;
}
