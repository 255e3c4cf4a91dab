import { inUtc } from '../record/fields/expiry.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Link } from '../record/link.ts';
import { completeUrl } from '../typed-address.ts';
import type { LinkInput } from '../links/link-input.ts';

const field = Type.Optional(Type.String());

/**
 * The short form to create or update a link. Fields have the same names as in the API, so that errors refer
 * to them.
 */
export const LinkForm = Type.Object({
  url: Type.String(),
  custom: field,
  metatitle: field,
  description: field,
  expiry: field,
  timezone: field,
  status: Type.Optional(Type.Enum(['public', 'private'])),
  /** URL of the list to return to after saving. */
  next: field,
});

export const toLinkInput = (form: Static<typeof LinkForm>): LinkInput => ({
  url: completeUrl(form.url),
  alias: form.custom,
  title: form.metatitle,
  description: form.description,
  visibility: form.status,
  expiry: inUtc(form.expiry, form.timezone),
});

/** Returns the list to return to, or the link's page. Accepts only URLs of the list. */
export const addressAfter = ({ next = '' }: { next?: string }, link: Pick<Link, 'id'>): string =>
  /^\/dashboard(\?[\w=&%+.-]*)?$/.test(next) ? next : `/dashboard/links/${link.id}`;
