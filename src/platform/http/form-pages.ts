import type { Static, TSchema } from 'typebox';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import type { Limit, Rules } from '../app.ts';
import { type EndpointCall, type FileLimits, page, type Page, type Redirect } from './endpoint.ts';

interface FormPage<P extends TSchema, Q extends TSchema, B extends TSchema> {
  path: string;
  params?: P;
  /** Of the page, not the form. */
  query?: Q;
  body: B;
  files?: FileLimits;
  /** The verb that `save` calls. */
  verb?: { readonly rules: Rules };
  /** A limit of submissions of this form only. */
  limit?: Limit;
  /**
   * Renders the page with the form. After a rejection it receives the submitted values and the message, but
   * no query.
   */
  show: (
    call: Pick<
      EndpointCall<'member', Static<P>, Static<Q> | undefined, unknown>,
      'app' | 'viewer' | 'params' | 'query'
    >,
    state?: FormState,
  ) => View | Promise<View>;
  save: (call: EndpointCall<'member', Static<P>, undefined, Static<B>>) => Promise<View | Redirect>;
}

/** Declares a member's form: the page that shows it and, at the same path, its target. */
export function formPages<P extends TSchema, Q extends TSchema, B extends TSchema>({
  path,
  params,
  query,
  body,
  files,
  verb,
  limit,
  show,
  save,
}: FormPage<P, Q, B>): Page[] {
  const shared = { path, access: 'member', ...(params && { params }) } as const;
  return [
    page<'member', P, Q>({
      ...shared,
      method: 'GET',
      ...(query && { query }),
      handle: (call) => show(call as never),
    }),
    page<'member', P, undefined, B>({
      ...shared,
      method: 'POST',
      body,
      ...(files && { files }),
      ...(verb && { verb }),
      ...(limit && { limit }),
      handle: (call) => save(call as never),
      again: (call, problem) => show(call as never, refused(call.body, problem)),
    }),
  ];
}

/** The maximum of the sign-in page. Clients reject responses with more than 16 kB of headers. */
const longestNext = 8000;

/** The path of the sign-in page, which redirects back to `path` unless it is too long. */
export function signInPath(path: string): string {
  const next = encodeURIComponent(path);
  return next.length > longestNext ? '/signin' : `/signin?next=${next}`;
}
