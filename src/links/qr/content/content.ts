import { toStorable } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';

/** Content of a QR code. Defines the fields of each kind. `encode-content.ts` encodes them. */
export type CodeContent =
  | { kind: 'text'; text: string }
  | { kind: 'link'; url: string }
  | { kind: 'email'; email: string; subject: string; body: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'sms'; phone: string; message: string }
  | ({ kind: 'wifi' } & WifiNetwork)
  | ({ kind: 'vcard' } & Contact);

export const kinds = ['link', 'text', 'vcard', 'wifi', 'email', 'phone', 'sms'] as const;
export type CodeKind = (typeof kinds)[number];

export interface WifiNetwork {
  ssid: string;
  encryption: 'WPA' | 'WEP' | 'nopass';
  password: string;
  isHidden: boolean;
}

/** A person or company. '' means unknown. */
export interface Contact {
  firstName: string;
  lastName: string;
  organization: string;
  position: string;
  /** As entered, including separators. */
  phone: string;
  mobile: string;
  fax: string;
  email: string;
  street: string;
  city: string;
  region: string;
  zip: string;
  country: string;
  website: string;
  note: string;
  /** vCard version. 3.0 has the best support on phones. */
  version: '3.0' | '4.0';
}

export const codeKindNames = (): Readonly<Record<CodeKind, string>> => ({
  link: t('Link'),
  text: t('Text'),
  vcard: t('Contact'),
  wifi: 'Wi-Fi',
  email: t('Email'),
  phone: t('Phone'),
  sms: 'SMS',
});

/** Returns the person's name, or the company if there is none. */
export const contactName = (contact: Contact): string =>
  [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.organization;

/** Returns the encoded text of a static code. */
export function encodeContent(content: CodeContent): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'link':
      return content.url;
    case 'email':
      return mailtoAddress(content);
    case 'phone':
      return telAddress(content.phone);
    case 'sms':
      return `SMSTO:${dialedNumber(content.phone)}:${content.message}`;
    case 'wifi':
      return wifiText(content);
    case 'vcard':
      return toVcard(content);
  }
}

export function mailtoAddress({ email, subject, body }: { email: string; subject: string; body: string }) {
  const fields = Object.entries({ subject, body }).filter(([, text]) => text !== '');
  const query = fields.map(([name, text]) => `${name}=${encodeURIComponent(withLineEnds(text))}`).join('&');
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/);
  return `mailto:${encodeURIComponent(name)}@${host}${query && `?${query}`}`;
}

export const telAddress = (phone: string) => `tel:${dialedNumber(phone).replaceAll('#', '%23')}`;

/** Returns a URL that opens the messages app with the message. */
export const smsAddress = ({ phone, message }: { phone: string; message: string }) =>
  `sms:${dialedNumber(phone).replaceAll('#', '%23')}${message && `?body=${encodeURIComponent(message)}`}`;

/** Removes separators from a phone number. */
export const dialedNumber = (phone: string) => phone.replaceAll(/[^\d+*#]/g, '');

/** RFC 6068 requires CRLF line breaks in email. */
const withLineEnds = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n');

function wifiText({ ssid, encryption, password, isHidden }: WifiNetwork): string {
  const secret = encryption === 'nopass' ? '' : `P:${escaped(password)};`;
  return `WIFI:T:${encryption};S:${escaped(ssid)};${secret}${isHidden ? 'H:true;' : ''};`;
}

const escaped = (text: string) => text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);

/** Returns a contact as a vCard (RFC 2426 or 6350) with CRLF line endings. */
export function toVcard(contact: Contact): string {
  const { firstName, lastName, organization, position, email, website, note, version } = contact;
  const address = [contact.street, contact.city, contact.region, contact.zip, contact.country];
  const type = (name: string) => (version === '4.0' ? name.toLowerCase() : name);
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `N:${[lastName, firstName, '', '', ''].map(escapedForVcard).join(';')}`,
    `FN:${escapedForVcard(contactName(contact) || email || contact.mobile || contact.phone)}`,
    organization && `ORG:${escapedForVcard(organization)}`,
    position && `TITLE:${escapedForVcard(position)}`,
    contact.mobile && `TEL;TYPE=${type('CELL')}:${escapedForVcard(contact.mobile)}`,
    contact.phone && `TEL;TYPE=${type('VOICE')}:${escapedForVcard(contact.phone)}`,
    contact.fax && `TEL;TYPE=${type('FAX')}:${escapedForVcard(contact.fax)}`,
    email && `EMAIL:${escapedForVcard(email)}`,
    address.some(Boolean) && `ADR:;;${address.map(escapedForVcard).join(';')}`,
    website && `URL:${website}`,
    note && `NOTE:${escapedForVcard(note)}`,
    'END:VCARD',
  ];
  return lines
    .filter((line) => line !== '' && line !== false)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Folds lines longer than 75 bytes, for files only. In a QR code, every byte makes the modules smaller. */
export const foldVcard = (vcard: string): string =>
  vcard
    .split('\r\n')
    .map((line) => fold(line))
    .join('\r\n');

function fold(line: string): string {
  const parts = [''];
  for (const letter of line) {
    const part = parts.at(-1) ?? '';
    const max = parts.length === 1 ? 75 : 74; // the leading space of a continuation line counts
    if (Buffer.byteLength(part + letter) > max) parts.push(letter);
    else parts[parts.length - 1] = part + letter;
  }
  return parts.join('\r\n ');
}

const escapedForVcard = (text: string): string =>
  toStorable(text)
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
