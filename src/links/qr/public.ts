import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { linkButton, copyField } from '../../web/components/controls.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { ShowFollowed } from '../redirect/followed.ts';
import { aliasOf, type QrCode, findLogo, selectCodes, toCode } from './code.ts';
import { contactName, mailtoAddress, smsAddress, telAddress } from './content/content.ts';
import type { Contact, CodeContent, WifiNetwork } from './content/content.ts';

/** Returns the public code at an address: not disabled, expired, password-protected or suspended. */
export async function findPublicCode(
  app: Pick<App, 'db' | 'clock'>,
  code: string,
): Promise<{ code: QrCode; logo: Buffer | undefined } | undefined> {
  const now = app.clock.now();
  const row = await selectCodes(app)
    .where(sql<boolean>`coalesce(link.domain_id, 0) = 0`)
    .where('link.alias', '=', aliasOf(code))
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .where('link.held_at', 'is', null)
    .where('link.password_hash', 'is', null)
    .where((where) => where.or([where('link.expires_at', 'is', null), where('link.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return { code: toCode(row), logo: row.has_logo ? await findLogo(app, row.id) : undefined };
}

/** The content of a scanned code, with the actions for it. */
function codeView({ code, content, name }: Pick<QrCode, 'code' | 'content' | 'name'>): View {
  const { title, body, opens } = pages(content, code);
  return {
    title: title || name,
    shape: 'plain',
    style: 'design',
    body: html`${pageHeader({ title: title || name })}
      <div class="scanned">${body}</div>`,
    // Opens the right app. The button is for phones that do not allow this automatically.
    head: html`<meta name="robots" content="noindex" />
      ${opens && html`<meta http-equiv="refresh" content="0; url=${opens}" />`}`,
  };
}

interface Page {
  title: string;
  body: Html;
  /** App URL to open immediately. */
  opens?: string;
}

function pages(content: CodeContent, code: string): Page {
  switch (content.kind) {
    case 'text':
      return { title: t('Text'), body: textPage(content.text) };
    case 'link':
      return {
        title: t('Link'),
        body: opener(t('Open the link'), content.url, 'external-link', content.url),
      };
    case 'email':
      return opening(t('Write an email'), mailtoAddress(content), 'mail', content.email);
    case 'phone':
      return opening(t('Call'), telAddress(content.phone), 'smartphone', content.phone);
    case 'sms':
      return opening(
        t('Send a message'),
        smsAddress(content),
        'message-circle',
        content.phone,
        content.message,
      );
    case 'wifi':
      return { title: content.ssid, body: networkPage(content) };
    case 'vcard':
      return {
        title: contactName(content) || content.email || content.mobile || content.phone,
        body: contactPage(content, code),
      };
  }
}

const textPage = (text: string): Html =>
  html`<p class="scanned-text">${text}</p>
    ${/^\S+$/.test(text) && copyField({ label: t('Text'), text })}`;

type Image = 'external-link' | 'mail' | 'smartphone' | 'message-circle';

const opening = (title: string, address: string, image: Image, shown: string, more = ''): Page => ({
  title: shown,
  body: opener(title, address, image, more),
  opens: address,
});

const opener = (label: string, address: string, image: Image, more: string): Html =>
  html`${more && html`<p class="scanned-text">${more}</p>`}
    <p>${linkButton({ label, href: address, icon: image, kind: 'primary', wide: true })}</p>`;

const encryptions = () => ({ WPA: 'WPA', WEP: 'WEP', nopass: t('None (open network)') }) as const;

const networkPage = ({ ssid, encryption, password, isHidden }: WifiNetwork): Html =>
  html`<p>Select this network in your device’s Wi-Fi settings.</p>
    ${facts([
      [t('Network'), copyField({ label: t('Network'), text: ssid })],
      [t('Password'), password && copyField({ label: t('Password'), text: password })],
      [t('Security'), encryptions()[encryption]],
      [t('Visible'), isHidden && t('No. Enter its name manually.')],
    ])}`;

function contactPage(contact: Contact, code: string): Html {
  const { position, organization, mobile, phone, fax, email, website, note } = contact;
  const place = [contact.street, [contact.zip, contact.city].filter(Boolean).join(' '), contact.region, contact.country]; // prettier-ignore
  const isNamed = Boolean(contact.firstName || contact.lastName);
  const call = (number: string) =>
    number && html`<a href="${telAddress(number)}">${number.replaceAll(' ', '\u00a0')}</a>`;
  return html`<p>${[position, isNamed && organization].filter(Boolean).join(', ')}</p>
    <p>
      ${linkButton({
        label: t('Save contact'),
        href: `/qr/${code}.vcf`,
        icon: 'download',
        kind: 'primary',
        wide: true,
        data: { 'data-turbo': 'false', download: true },
      })}
    </p>
    ${facts([
      [t('Mobile'), call(mobile)],
      [t('Phone'), call(phone)],
      [t('Fax'), fax],
      [t('Email'), email && html`<a href="${mailtoAddress({ email, subject: '', body: '' })}">${email}</a>`],
      [
        t('Website'),
        website &&
          html`<a href="${website}" rel="noreferrer nofollow">${website.replace(/^https?:\/\//, '')}</a>`,
      ],
      [t('Address'), place.filter(Boolean).join(', ')],
      [t('Note'), note],
    ])}`;
}

const facts = (rows: readonly [name: string, value: Html | string | false][]): Html =>
  html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        value &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

/** The page of a scanned code that is not a link: its text, contact or network. */
export const showCode: ShowFollowed = async (app, { linkId }) => {
  const row = await selectCodes(app).where('link.id', '=', linkId).executeTakeFirst();
  if (!row) throw missing(msg('QR code'));
  return codeView(toCode(row));
};
