// Runs in a sandbox, as `saml-response.ts` does.
import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SAML } from '@node-saml/node-saml';
import { checkMarkup, maxLength, skew } from './saml-markup.ts';
import type { LogoutRequest, SamlLogout } from './saml-task.ts';

/** How old a request can be, in milliseconds. */
const longestAge = 5 * 60_000;
const maxSessions = 100;
const longest = 100_000;

/** Checks a logout request and returns whose sessions end. Throws an `Error` that says what does not fit. */
export async function readLogout(logout: SamlLogout): Promise<LogoutRequest> {
  const { request, query, url, issuer } = logout;
  const bytes = Buffer.from(request, 'base64');
  if (query) checkQuery(query, logout.certificates);
  const xml = (query ? inflateRawSync(bytes, { maxOutputLength: longest }) : bytes).toString('utf8');
  const { root, texts, signatures } = await readParts(xml);
  if (!query) {
    // Anywhere else, it could be part of a name.
    if (signatures !== 1) throw new Error('no signature of the whole request');
    await saml(logout).validatePostRequestAsync({ SAMLRequest: request });
  }
  const now = Date.now();
  const { ID = '', Version, Destination, IssueInstant = '', NotOnOrAfter } = root;
  if (ID === '' || Version !== '2.0') throw new Error('no SAML 2.0 request');
  if (Destination !== undefined && Destination !== url) throw new Error('for another address');
  const age = now - Date.parse(IssueInstant);
  if (!(age < longestAge + skew && age > -skew)) throw new Error('an old request, or one of the future');
  if (NotOnOrAfter !== undefined && !(Date.parse(NotOnOrAfter) > now - skew)) throw new Error('expired');
  const [[from], [nameId], sessions] = [texts.Issuer ?? [], texts.NameID ?? [], texts.SessionIndex ?? []];
  if (from !== issuer || texts.Issuer?.length !== 1) throw new Error('another issuer');
  if (!nameId || texts.NameID?.length !== 1) throw new Error('no NameID');
  if ([nameId, ...sessions].some((text) => text.length > maxLength)) throw new Error('a long name');
  if (sessions.length > maxSessions) throw new Error('too many sessions');
  return { id: ID, nameId, sessions };
}

const saml = ({ url, entityId, issuer, certificates }: SamlLogout) =>
  new SAML({
    ...{ callbackUrl: url, issuer: entityId, idpIssuer: issuer, idpCert: certificates },
    acceptedClockSkewMs: skew,
  });

const algorithms: Readonly<Record<string, string>> = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].map((hash) => [
    `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`,
    `RSA-${hash.toUpperCase()}`,
  ]),
);

/** The library accepts a request in the query without a signature, and one by SHA-1. */
function checkQuery(
  { signed, algorithm, signature }: NonNullable<SamlLogout['query']>,
  certificates: readonly string[],
): void {
  const name = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
  if (name === undefined) throw new Error(`a weak algorithm: ${algorithm}`);
  const isSigned = certificates.some((pem) =>
    createVerify(name).update(signed).verify(pem, signature, 'base64'),
  );
  if (!isSigned) throw new Error('not signed by the provider');
}

/** Reads the root, and the texts of its children by name. */
async function readParts(xml: string) {
  // Comments and the like, which no provider sends, are read in different ways by different parsers.
  if (/<!|<\?(?!xml )/.test(xml)) throw new Error('a comment, a document type, or an instruction');
  const path: string[] = [];
  const texts: Record<string, string[]> = {};
  let root: Readonly<Record<string, string>> = {};
  let signatures = 0;
  const isRead = () => path.length === 2 && path[1] !== 'Signature';
  await checkMarkup(
    xml,
    (name, attributes, count) => {
      if (count === 1 ? name !== 'LogoutRequest' : path.length === 0) throw new Error('no logout request');
      if (isRead() && ['NameID', 'SessionIndex', 'Issuer'].includes(path[1] ?? ''))
        throw new Error('a text with elements');
      if (count === 1) root = { ...attributes };
      path.push(name);
      if (name === 'Signature') signatures += path.length === 2 ? 1 : NaN;
      if (isRead()) (texts[name] ??= []).push('');
    },
    {
      ontext: (text) => {
        const all = texts[path[1] ?? ''];
        if (isRead() && all) all.push((all.pop() ?? '') + text);
      },
      onclosetag: () => {
        path.pop();
      },
    },
  );
  for (const [name, all] of Object.entries(texts)) texts[name] = all.map((text) => text.trim());
  return { root, texts, signatures };
}
