import { toStorable } from '../../../kernel/text.ts';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { qrSvg } from '../../encodings/qr.ts';

export default tool({
  title: 'vCard QR code generator',
  summary: 'Create a QR code and a vCard file with contact details',
  keywords: 'contact business card vcf',
  // The largest code takes longer than rendering its page.
  isolated: true,
  input: {
    first: input.optional(input.line('First name', 'Ada', { max: 100 }), ''),
    last: input.optional(input.line('Last name', 'Lovelace', { max: 100 }), ''),
    organization: input.optional(input.line('Organization', 'Analytical Engines', { max: 100 }), ''),
    phone: input.optional(input.line('Phone', '+44 20 7946 0958', { max: 40 }), ''),
    email: input.optional(input.line('Email', 'ada@example.com', { max: 200 }), ''),
    url: input.optional(input.line('Website', 'https://example.com', { max: 300 }), ''),
  },
  output: { svg: output.svg('QR code'), vcard: output.code('vCard') },
  check: requireName,
  run: async ({ first, last, organization, phone, email, url }) => {
    requireName({ first, last, organization });
    const escape = (text: string) =>
      toStorable(text)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll(/\r\n?|\n/g, '\\n');
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `N:${escape(last)};${escape(first)};;;`,
      `FN:${escape(`${first} ${last}`.trim() || organization)}`,
      organization && `ORG:${escape(organization)}`,
      phone && `TEL:${escape(phone)}`,
      email && `EMAIL:${escape(email)}`,
      url && `URL:${escape(url)}`,
      'END:VCARD',
    ];
    const vcard = lines.filter(Boolean).join('\r\n');
    return { svg: await qrSvg(vcard), vcard };
  },
});

function requireName({ first, last, organization }: Record<'first' | 'last' | 'organization', string>): void {
  if (`${first}${last}${organization}`.trim() === '')
    throw invalid('first', 'Send a name or an organization');
}
