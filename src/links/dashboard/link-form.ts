import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Link } from '../record/link.ts';
import { typedAddress } from '../typed-address.ts';
import type { LinkInput } from '../links/link-input.ts';

const field = Type.Optional(Type.String());

/** The form in which a link is made or changed. Its fields are called as in the API, so that a refusal names the right one. */
export const LinkForm = Type.Object({
  url: Type.String(),
  custom: field,
  metatitle: field,
  description: field,
  expiry: field,
  status: Type.Optional(Type.Enum(['public', 'private'])),
  /** Where to go after saving: the list that the form was opened beside. */
  next: field,
});

export const toLinkInput = (form: Static<typeof LinkForm>): LinkInput => ({
  url: typedAddress(form.url),
  alias: form.custom,
  title: form.metatitle,
  description: form.description,
  visibility: form.status,
  expiry: form.expiry,
});

/** The list to return to, resp. the link's own page. Nothing but the list is believed. */
export const addressAfter = ({ next = '' }: { next?: string }, link: Pick<Link, 'id'>): string =>
  /^\/dashboard(\?[\w=&%+.-]*)?$/.test(next) ? next : `/dashboard/links/${link.id}`;
