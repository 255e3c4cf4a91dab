import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input, output, tool } from '../../tool.ts';
import { openImage, imageKinds, exampleQr } from '../../encodings/images.ts';
import { toStorable } from '../../../kernel/text.ts';

export default [
  tool({
    slug: 'qr-code-generator',
    title: 'QR code generator',
    summary: 'Create a QR code for a text or URL',
    keywords: 'qrcode barcode',
    // The largest code takes longer than rendering its page.
    isolated: true,
    input: {
      text: input.text('Text', 'https://example.com', { max: 2000, min: 1 }),
      correction: input.choice('Error correction', ['L', 'M', 'Q', 'H'], 'M'),
      color: input.optional(input.line('Color', '#000000', { max: 50 })),
      background: input.optional(input.line('Background', '#ffffff', { max: 50 })),
      border: input.optional(input.integer('Border', 4, 0, 20)),
    },
    output: {
      svg: output.svg('QR code'),
      version: output.integer('Version'),
      modules: output.integer('Modules a side'),
    },
    run: async ({ text, correction, color, background, border }) => {
      const { encode } = await import('uqr');
      const [front, back] = [parseColor(color), parseColor(background)];
      if (!front) throw invalid('color', 'Send a color, such as #000000');
      if (!back) throw invalid('background', 'Send a color, such as #ffffff');
      const create = () => {
        try {
          return encode(text, { ecc: correction, border });
        } catch {
          throw invalid(
            'text',
            'This is too long for a QR code; send less, or choose a lower error correction',
          );
        }
      };
      const { data, size, version } = create();
      const path = data
        .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('');
      return {
        svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="${formatColor(back, 'hex')}"/><path d="${path}" fill="${formatColor(front, 'hex')}"/></svg>`,
        version,
        modules: size - 2 * border,
      };
    },
  }),
  tool({
    slug: 'qr-code-reader',
    title: 'QR code reader',
    summary: 'Read the QR code in an image',
    keywords: 'scan decode',
    isolated: true,
    input: { image: input.file('Image', exampleQr, imageKinds) },
    output: { text: output.text('Text') },
    sample: { text: 'https://example.com' },
    run: async ({ image }) => {
      const { picture } = await openImage(image);
      const { data, info } = await picture
        .resize(1200, 1200, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { default: jsqr } = await import('jsqr');
      const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
      if (!found) throw invalid('image', 'There is no QR code in this image, or it cannot be made out');
      return { text: found.data };
    },
  }),
  tool({
    slug: 'wifi-qr-code-generator',
    title: 'Wi-Fi QR code generator',
    summary: 'Create a QR code that connects phones to a Wi-Fi network',
    keywords: 'wlan password',
    secret: true,
    input: {
      name: input.line('Network', 'Home', { max: 32, min: 1 }),
      password: input.optional(input.line('Password', 'secret123', { max: 63 }), ''),
      security: input.choice('Security', ['WPA', 'WEP', 'nopass'], 'WPA'),
      hidden: input.flag('Hidden network'),
    },
    output: { svg: output.svg('QR code'), text: output.code('Text in it') },
    run: async ({ name, password, security, hidden }) => {
      if (security !== 'nopass' && password === '')
        throw invalid('password', 'Send the password, or nopass as security');
      const escape = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
      const text = `WIFI:T:${security};S:${escape(name)};${security === 'nopass' ? '' : `P:${escape(password)};`}${hidden ? 'H:true;' : ''};`;
      return { svg: await qrSvg(text), text };
    },
  }),
  tool({
    slug: 'vcard-qr-code-generator',
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
  }),
];

function requireName({ first, last, organization }: Record<'first' | 'last' | 'organization', string>): void {
  if (`${first}${last}${organization}`.trim() === '')
    throw invalid('first', 'Send a name or an organization');
}

/** Renders a QR code in black and white. */
async function qrSvg(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  try {
    return renderSVG(text, { border: 4, ecc: 'M' });
  } catch {
    throw invalid('', 'This is too long for a QR code');
  }
}
