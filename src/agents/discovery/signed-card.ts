import { FlattenedSign } from 'jose';
import { canonical } from '../../kernel/json.ts';
import type { App } from '../../platform/app.ts';
import { currentSigningKey } from '../identity/assertion.ts';
import { agentAddresses } from '../addresses.ts';

type Value =
  string | number | boolean | null | undefined | readonly Value[] | { readonly [key: string]: Value };

/** Members of a card in A2A 1.0, which are signed. Those for 0.3 beside them are not. */
const signed = [
  ...['name', 'description', 'version', 'provider', 'documentationUrl', 'iconUrl', 'capabilities'],
  ...['supportedInterfaces', 'securitySchemes', 'securityRequirements', 'defaultInputModes'],
  ...['defaultOutputModes', 'skills'],
];

/** Adds the signature of A2A 1.0, 8.4: a JWS with a key of the published JWKS over the canonical JSON of the card. */
export async function signCard<Card extends object>(
  app: App,
  card: Card,
): Promise<Card & { signatures: object[] }> {
  const { id, key } = await currentSigningKey(app);
  const text = canonicalCard(card);
  if (last?.text !== text || last.key !== id) {
    const { protected: header, signature } = await new FlattenedSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JOSE', jku: agentAddresses(app.config).keys })
      .sign(key);
    last = { text, key: id, signature: { protected: header, signature } };
  }
  return { ...card, signatures: [last.signature] };
}

/** Signatures are random, so the last one is returned again: the same card has the same ETag. */
let last: { text: string; key: string; signature: object } | undefined;

/** The JSON that is signed: only the signed members, without empty values, with sorted keys (RFC 8785). */
function canonicalCard(card: object): string {
  const members = Object.entries(card).filter(([name]) => signed.includes(name));
  const plain = withoutEmpty(inSchema(Object.fromEntries(members)));
  return canonical(plain ?? {});
}

/** Security schemes have the members of 0.3 beside those of 1.0. */
function inSchema({ securitySchemes = {}, ...card }: Record<string, Value>): Value {
  const schemes = Object.entries(securitySchemes as Record<string, { httpAuthSecurityScheme: Value }>);
  return {
    ...card,
    securitySchemes: Object.fromEntries(
      schemes.map(([name, { httpAuthSecurityScheme }]) => [name, { httpAuthSecurityScheme }]),
    ),
  };
}

function withoutEmpty(value: Value): Value {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map(withoutEmpty).filter((each) => each !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object') return value;
  const members = Object.entries(value)
    .map(([name, each]) => [name, withoutEmpty(each)] as const)
    .filter(([, each]) => each !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
