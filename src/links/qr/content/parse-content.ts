import { invalid, msg, type Message } from '../../../kernel/problem.ts';
import { normalize } from '../../../kernel/text.ts';
import { parseLine, parseLines } from '../../../kernel/typed-text/parse-text.ts';
import type { App } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { parseTarget } from '../../link/fields.ts';
import { shortAddress } from '../../link/link.ts';
import { getLinks } from '../../redirect/get-links.ts';
import { type Assessment, assessTarget } from '../../safety/assessment.ts';
import { type Contact, type CodeContent, dialedNumber, type CodeKind, type WifiNetwork } from './content.ts';

/** Content fields as submitted, with the names of `CodeContent`. Blank counts as omitted. */
export type ContentInput = Readonly<Partial<Record<string, string>>>;

type Addresses = Pick<Config, 'hopUrl' | 'plazaUrl'>;

/** Maximum lengths in characters. The capacity of the QR code is checked separately. */
const maxLength = { line: 250, text: 4000 };

/** Validates the content of a code of this kind. Throws a `Problem` that names a missing or invalid field. */
export function parseCodeContent(kind: CodeKind, input: ContentInput, config: Addresses): CodeContent {
  const line = (name: string, what: Message) => parseLine(name, input[name], { what, max: maxLength.line });
  const text = (name: string, what: Message) => parseLines(name, input[name], { what, max: maxLength.text });
  switch (kind) {
    case 'text':
      return { kind, text: required('text', msg('The text'), text('text', msg('The text'))) };
    case 'link':
      return { kind, url: parseTarget(input.url ?? '', config) };
    case 'email':
      return {
        kind,
        email: parseEmail(
          'email',
          required('email', msg('The email address'), line('email', msg('The email address'))),
        ),
        subject: line('subject', msg('The subject')),
        body: text('body', msg('The message')),
      };
    case 'phone':
      return { kind, phone: parseNeededPhone(line('phone', msg('The phone number'))) };
    case 'sms':
      return {
        kind,
        phone: parseNeededPhone(line('phone', msg('The phone number'))),
        message: text('message', msg('The message')),
      };
    case 'wifi':
      return parseNetwork(input);
    case 'vcard':
      return { kind, ...parseContact(input, config) };
  }
}

function parseNetwork(input: ContentInput): CodeContent & { kind: 'wifi' } {
  // Leading and trailing spaces are part of a network's name and password.
  const { ssid = '', password = '' } = input;
  if (ssid.trim() === '') throw invalid('ssid', msg('The network name (SSID) is required'));
  if (Buffer.byteLength(ssid) > 32) throw invalid('ssid', msg('A network name can have at most 32 bytes'));
  if (/[\r\n]/.test(ssid + password))
    throw invalid('ssid', msg('Network names and passwords cannot contain line breaks'));
  const encryption = parseEncryption(input.encryption?.trim() ?? '', password);
  if (encryption === 'nopass')
    return { kind: 'wifi', ssid, encryption, password: '', isHidden: isOn(input.hidden) };
  if (password === '')
    throw invalid('password', msg('Enter the password of the {encryption} network', { encryption }));
  if (password.length > 128)
    throw invalid('password', msg('A network password can have at most 128 characters'));
  return { kind: 'wifi', ssid, encryption, password, isHidden: isOn(input.hidden) };
}

function parseEncryption(text: string, password: string): 'WPA' | 'WEP' | 'nopass' {
  if (text === '') return password === '' ? 'nopass' : 'WPA';
  const encryption = encryptionIn(text);
  if (!encryption) throw invalid('encryption', msg('The encryption must be WPA, WEP or nopass'));
  return encryption;
}

/** Parses the names used by routers and phones. */
export function encryptionIn(text: string): WifiNetwork['encryption'] | undefined {
  if (/^(wpa[23]?|wpa[/-]?wpa2|wpa2[/-]wpa3|sae)(-psk|-personal)?$/i.test(text)) return 'WPA';
  if (/^wep$/i.test(text)) return 'WEP';
  return /^(nopass|none|open|no)$/i.test(text) ? 'nopass' : undefined;
}

function parseContact(input: ContentInput, config: Addresses): Contact {
  const line = (name: keyof Contact, what: Message) =>
    parseLine(name, input[name], { what, max: maxLength.line });
  const contact: Contact = {
    firstName: line('firstName', msg('The first name')),
    lastName: line('lastName', msg('The last name')),
    organization: line('organization', msg('The organization')),
    position: line('position', msg('The position')),
    phone: parsePhone('phone', line('phone', msg('The phone number'))),
    mobile: parsePhone('mobile', line('mobile', msg('The mobile number'))),
    fax: parsePhone('fax', line('fax', msg('The fax number'))),
    email: parseEmail('email', line('email', msg('The email address'))),
    street: line('street', msg('The street')),
    city: line('city', msg('The city')),
    region: line('region', msg('The state or region')),
    zip: line('zip', msg('The postal code')),
    country: line('country', msg('The country')),
    website: parseWebsite(input.website?.trim() ?? '', config),
    note: parseLines('note', input.note, { what: msg('The note'), max: maxLength.text }),
    version: input.version === '4.0' ? '4.0' : '3.0',
  };
  const { firstName, lastName, organization, phone, mobile, email } = contact;
  if (![firstName, lastName, organization, phone, mobile, email].some(Boolean))
    throw invalid('firstName', msg('Enter a name, an organization, a phone number or an email address'));
  return contact;
}

function parseWebsite(text: string, config: Addresses): string {
  if (text === '') return '';
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  return parseTarget(address, config, 'website');
}

const parseNeededPhone = (text: string) =>
  parsePhone('phone', required('phone', msg('The phone number'), text));

/** Accepts 3 to 15 digits with the usual separators. */
function parsePhone(field: string, text: string): string {
  if (text === '') return '';
  const digits = dialedNumber(text).replaceAll(/\D/g, '').length;
  if (!/^[+*#]?[\d\s().*#/-]+$/.test(text) || digits < 3 || digits > 15)
    throw invalid(
      field,
      msg('“{text}” is not a phone number. Use the format +49 30 123456.', { text: text.slice(0, 40) }),
    );
  return text;
}

function parseEmail(field: string, text: string): string {
  if (text !== '' && !/^[^\s@<>",;:]+@[\p{L}\p{M}\d-]+(\.[\p{L}\p{M}\d-]+)+$/u.test(text))
    throw invalid(field, msg('“{text}” is not an email address', { text: text.slice(0, 60) }));
  return text;
}

function required(field: string, words: Message, text: string): string {
  if (text === '') throw invalid(field, msg('{words} is required', { words }));
  return text;
}

const isOn = (text = '') => /^(on|true|1|yes)$/i.test(text.trim());

/**
 * Assesses the destination of a code like that of a link, with the result for its link. An unchanged
 * destination is not assessed again, so that an operator's decision stands.
 */
export async function assessContent(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  content: CodeContent,
  before?: CodeContent,
): Promise<Partial<Assessment>> {
  const address = addressIn(content);
  if (before && addressIn(before)?.url === address?.url) return {};
  if (address) return assessTarget(app, address.url, address.field);
  return { held_at: null, held_for: null, target_check_due_at: null };
}

function addressIn(content: CodeContent): { url: string; field: string } | undefined {
  if (content.kind === 'link') return { url: content.url, field: 'url' };
  if (content.kind === 'vcard' && content.website) return { url: content.website, field: 'website' };
  return undefined;
}

/** Returns the address of an active short link on the request's host. '' means the default domain. */
export async function findShortAddress(
  app: Pick<App, 'db' | 'config'>,
  host: string,
  text: string,
): Promise<string | undefined> {
  const alias = normalize(text, 'NFC');
  const domain = await app.db
    .selectFrom('links.domain')
    .select(['scheme', 'host'])
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  const [link] = await getLinks(app, [{ host: domain?.host ?? '', alias }]);
  if (!link || link.isDisabled || link.isSuspended) return undefined;
  return shortAddress(app.config, { domain: domain ? `${domain.scheme}://${domain.host}` : null, alias });
}
