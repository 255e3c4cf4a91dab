// Runs in a sandbox: the time of a parser of XML is in the hands of whoever writes it.
import { promisify } from 'node:util';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import { checkMarkup, maxLength, skew } from './saml-markup.ts';
import type { SamlAssertion, SamlAnswer } from './saml-task.ts';

const maxAttributes = 500;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Checks an answer and returns its assertion. Throws an `Error` that says what does not fit. */
export async function readResponse(answer: SamlAnswer): Promise<SamlAssertion> {
  const { response, requestId, url, entityId, issuer, certificates, signed } = answer;
  const { privateKey, mustEncrypt } = answer;
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (await checkOutside(xml, requestId, url)) await checkInside(xml, privateKey);
  else if (mustEncrypt) throw new Error('not encrypted');
  const saml = new SAML({
    callbackUrl: url,
    issuer: entityId,
    audience: entityId,
    idpCert: certificates,
    wantAuthnResponseSigned: signed !== 'assertion',
    wantAssertionsSigned: signed !== 'response',
    acceptedClockSkewMs: skew,
    decryptionPvk: privateKey,
    // Ours are compared below: the library compares them only where they are given.
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  const assertion = (profile?.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion;
  if (!assertion) throw new Error('no assertion');
  return readAssertion(assertion, { requestId, url, issuer });
}

/**
 * Checks what is outside of what is signed. Errors of a provider are in the status, without an assertion. Returns whether
 * the assertion is encrypted.
 */
async function checkOutside(xml: string, requestId: string, url: string): Promise<boolean> {
  let status = '';
  let isEncrypted = false;
  await checkMarkup(xml, (name, { Destination, InResponseTo, Version, Value }, count) => {
    if (count === 1) {
      if (name !== 'Response' || Version !== '2.0') throw new Error('no SAML 2.0 response');
      if (InResponseTo !== requestId) throw new Error('an answer to another request');
      if (Destination !== undefined && Destination !== url) throw new Error('for another address');
    }
    if (name === 'StatusCode') status ||= Value ?? 'none';
    if (name === 'EncryptedAssertion') isEncrypted = true;
  });
  if (status !== success) throw new Error(`the provider answered ${status}`);
  return isEncrypted;
}

/** As outside, where the assertion is encrypted. The library decrypts it again, and reads only what is signed. */
async function checkInside(xml: string, privateKey: string): Promise<void> {
  const begin = xml.search(/<(?:[\w-]{1,40}:)?EncryptedAssertion[\s>]/);
  const end = xml.indexOf('>', xml.lastIndexOf('EncryptedAssertion'));
  if (begin < 0 || end < begin) throw new Error('no encrypted assertion');
  const content = await promisify(decrypt)(xml.slice(begin, end + 1), { key: privateKey });
  await checkMarkup(content, () => undefined);
}

/** An element as the library parses it: attributes, text, and lists of children by name without prefix. */
type Element = { $?: Record<string, string>; _?: string } & Children;
type Children = Partial<Record<string, Element[]>>;

function readAssertion(
  assertion: Element,
  { requestId, url, issuer }: Pick<SamlAnswer, 'requestId' | 'url' | 'issuer'>,
): SamlAssertion {
  const now = Date.now();
  const id = assertion.$?.ID ?? '';
  if (id === '' || assertion.$?.Version !== '2.0') throw new Error('no SAML 2.0 assertion');
  if (textOf(assertion.Issuer) !== issuer) throw new Error('another issuer');
  const [subject] = assertion.Subject ?? [];
  const nameId = (subject?.NameID?.[0]?._ ?? '').trim();
  // Cut off, two people could have the same.
  if (nameId === '' || nameId.length > maxLength) throw new Error('no NameID, or a long one');
  const endsAt = (subject?.SubjectConfirmation ?? []).map(({ $, SubjectConfirmationData }) => {
    const data = SubjectConfirmationData?.[0]?.$;
    const isForUs =
      $?.Method === bearer &&
      data?.Recipient === url &&
      data.InResponseTo === requestId &&
      data.NotBefore === undefined;
    return isForUs ? Date.parse(data.NotOnOrAfter ?? '') : NaN;
  });
  const end = endsAt.find((at) => at > now - skew);
  if (end === undefined) throw new Error('no confirmation for this request and address, or an expired one');
  const [statement] = assertion.AuthnStatement ?? [];
  const authenticatedAt = Date.parse(statement?.$?.AuthnInstant ?? '');
  if (!(authenticatedAt <= now + skew)) throw new Error('no time of authentication, or one to come');
  if (Date.parse(statement?.$?.SessionNotOnOrAfter ?? '') <= now) throw new Error('an expired session');
  return {
    id,
    nameId,
    nameIdFormat: subject?.NameID?.[0]?.$?.Format ?? '',
    attributes: attributesOf(assertion),
    authenticatedAt,
    contextClass: textOf(statement?.AuthnContext?.[0]?.AuthnContextClassRef),
    sessionIndex: (statement?.$?.SessionIndex ?? '').slice(0, maxLength),
    lifetime: end - now,
  };
}

function attributesOf({ AttributeStatement = [] }: Element): SamlAssertion['attributes'] {
  const found = new Map<string, string[]>();
  const all = AttributeStatement.flatMap(({ Attribute = [] }) => Attribute).slice(0, maxAttributes);
  for (const name of ['Name', 'FriendlyName'])
    for (const { $, AttributeValue = [] } of all) {
      const key = $?.[name];
      if (key !== undefined && !found.has(key))
        found.set(
          key,
          AttributeValue.slice(0, maxAttributes).map((value) => textOf([value])),
        );
    }
  return Object.fromEntries(found);
}

const textOf = ([element]: readonly Element[] = []): string => (element?._ ?? '').trim().slice(0, maxLength);
