import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { qrSvg } from '../../encodings/qr.ts';

export default tool({
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
});
