import { Type } from 'typebox';
import type { Static } from 'typebox';
import { domainAddress, type Domain } from './domain.ts';

const address = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const redirects = {
  redirectroot: address('Redirect for the root of the domain. Blank: the “not found” page'),
  redirect404: address('Redirect for links that do not exist. Blank: the “not found” page'),
};

export const DomainBody = Type.Object(
  {
    domain: Type.String({ description: 'The host name, with or without a scheme. Defaults to https' }),
    ...redirects,
  },
  { title: 'DomainBody' },
);

export const DomainChange = Type.Object(redirects);

export const domainFields = {
  id: Type.Integer(),
  domain: Type.String({ description: 'Scheme and host name' }),
  redirectroot: Type.String({ description: 'Empty if not set' }),
  redirect404: Type.String({ description: 'Empty if not set' }),
};
export const DomainRecord = Type.Object(domainFields, { title: 'Domain' });

export const toDomainRecord = (domain: Domain): Static<typeof DomainRecord> => ({
  id: Number(domain.id),
  domain: domainAddress(domain),
  redirectroot: domain.rootRedirect ?? '',
  redirect404: domain.missingRedirect ?? '',
});
