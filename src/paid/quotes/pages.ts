import { pagesFor } from '../../platform/http/endpoint.ts';
import { keyDocument } from './statements.ts';

/** The key of signed offers and receipts, at the path that `did:web` fixes. */
export const statementPages = [
  pagesFor('anyone').get({
    path: '/.well-known/did.json',
    handle: ({ app }) => ({
      type: 'application/did+json',
      body: Buffer.from(JSON.stringify(keyDocument(app.config))),
    }),
  }),
];
