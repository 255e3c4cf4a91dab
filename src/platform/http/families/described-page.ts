import { t } from '../../../web/translation/translate.ts';
import { operationId, type Page } from '../endpoint.ts';

const html = (description: string) => ({
  description,
  content: {
    'text/html': { schema: { type: 'string' }, example: '<!doctype html><html lang="en">…</html>' },
  },
});

/** Pages can redirect. Documents cannot. */
const answersOf = (type: string | undefined, example: unknown) =>
  type === undefined
    ? { 200: html('A page for the user'), 302: { description: t('The redirect URL'), type: 'null' } }
    : { 200: { description: t('The document'), content: { [type]: { schema: {}, example } } } };

/** The schema of a page that clients need to know, for `/openapi.json`. */
export const describedPage = (
  method: Page['method'],
  path: string,
  { summary, description, tag, type, example }: NonNullable<Page['described']>,
) => ({
  operationId: operationId(method, path),
  summary,
  description,
  tags: [tag],
  security: [],
  response: {
    ...answersOf(type, example),
    '4xx': html('A page with the error'),
  },
});
