import assert from 'node:assert/strict';
import { addProvider } from '../../src/identity/providers/providers.ts';
import type { World } from '../ask-plaza.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

interface Scim {
  id: string;
  active: boolean;
  scimType?: string;
  detail?: string;
  totalResults: number;
  Resources: Record<string, unknown>[];
  [attribute: string]: unknown;
}

/** An organization with a provider and its token. `ask` sends a request as it does. */
export async function openScim({ app, plaza, olga }: World, slug = 'acme') {
  const id = await addProvider(app, olga, {
    ...{
      slug,
      kind: 'oidc',
      label: 'Acme',
      issuer: 'https://id.acme.example',
      client_id: 'plaza',
      secret: 's',
    },
    ...{ email_domains: '', trusts_email: true, newcomers: 'never', groups_claim: 'groups', enabled: true },
    group_roles: 'Helpers = moderator\nKeepers = operator',
  });
  const shown = await plaza.form(olga, `/operator/sign-in/${id}/provisioning`, { on: 'yes' });
  const [token = ''] = /[\w-]{43}/.exec(shown.text.slice(shown.text.indexOf('shown only now'))) ?? [];
  assert.match(token, /^[\w-]{43}$/);
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    bearer = token,
  ) => {
    const answer = await plaza.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed = answer.body === '' ? {} : (JSON.parse(answer.body) as unknown);
    return { status: answer.statusCode, type: answer.headers['content-type'], body: parsed as Scim };
  };
  const add = async (name: string, more: object = {}) => {
    const { status, body } = await ask('POST', '/Users', {
      schemas: [userSchema],
      userName: `${name}@acme.example`,
      externalId: `ext-${name}`,
      name: { givenName: name, familyName: 'Acme' },
      emails: [{ value: `${name}@acme.example`, type: 'work', primary: true }],
      active: true,
      ...more,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  return { id, token, ask, add };
}

export const patch = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations });
