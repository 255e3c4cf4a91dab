// The posts that wait for a connection, for pages and for the service worker.

/** A post that waits. It is sent with its key, so that it is published once. */
export interface Waiting {
  key: string;
  account: string;
  fields: Field[];
  /** Why the server refused it. */
  problem?: string;
}

export type Field = readonly [name: string, value: string | File];

/** Runs one request on the stored posts. */
export async function change<Result>(
  request: (posts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open('outbox', 1);
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore('posts', { keyPath: 'key' }),
  );
  const database = await resultOf(opening);
  try {
    return await resultOf(request(database.transaction('posts', 'readwrite').objectStore('posts')));
  } finally {
    database.close();
  }
}

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The outbox cannot be read')));
  });
