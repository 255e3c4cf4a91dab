import { Type } from 'typebox';
import type { Static } from 'typebox';
import { domainAddress, type Domain } from './domain.ts';

const address = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const redirects = {
  redirectroot: address('Where visitors go who ask for no link. Blank: a page that says so'),
  redirect404: address('Where visitors go whose link is not there. Blank: a page that says so'),
};

export const DomainBody = Type.Object({
  domain: Type.String({ description: 'The host name, with or without a scheme. Defaults to https' }),
  ...redirects,
});

export const DomainChange = Type.Object(redirects);

export const domainFields = {
  id: Type.Integer(),
  domain: Type.String({ description: 'Scheme and host name' }),
  redirectroot: Type.String({ description: 'Empty if not set' }),
  redirect404: Type.String({ description: 'Empty if not set' }),
};
export const DomainRecord = Type.Object(domainFields);

export const toDomainRecord = (domain: Domain): Static<typeof DomainRecord> => ({
  id: Number(domain.id),
  domain: domainAddress(domain),
  redirectroot: domain.rootRedirect ?? '',
  redirect404: domain.missingRedirect ?? '',
});
