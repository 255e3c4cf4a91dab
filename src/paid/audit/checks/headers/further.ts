import { headerOf, isAnswer } from '../../ask.ts';
import type { Check } from '../../audit.ts';
import { pass, warn } from '../../verdicts.ts';
import { withAnswer, withHeader, type Headers } from './facts.ts';

const documents = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers';

/** Informational checks, which the Observatory does not score either. */
export const informationalChecks: readonly Check<Headers>[] = [
  {
    id: 'permissions-policy',
    title: 'Permissions-Policy',
    weight: 0,
    ref: `${documents}/Permissions-Policy`,
    run: withHeader('permissions-policy', (value) =>
      value
        ? pass(value)
        : warn(
            'Not sent',
            'Disable features that the site does not use: camera=(), microphone=(), geolocation=().',
          ),
    ),
  },
  {
    id: 'opener-policy',
    title: 'Cross-Origin-Opener-Policy',
    weight: 0,
    ref: `${documents}/Cross-Origin-Opener-Policy`,
    run: withHeader('cross-origin-opener-policy', (value) =>
      value ? pass(value) : warn('Not sent', 'Send Cross-Origin-Opener-Policy: same-origin.'),
    ),
  },
  {
    id: 'security-txt',
    title: 'security.txt',
    weight: 0,
    ref: 'https://www.rfc-editor.org/rfc/rfc9116',
    run: ({ securityText }) => {
      const isPublished =
        isAnswer(securityText) && securityText.status === 200 && /^contact:/im.test(securityText.text);
      if (isPublished) return pass('Published with a contact');
      return warn(
        'No contact for vulnerability reports',
        'Publish /.well-known/security.txt with Contact and Expires.',
      );
    },
  },
  {
    id: 'version-leak',
    title: 'Software versions are not disclosed',
    weight: 0,
    ref: `${documents}/Server`,
    run: withAnswer((answer) => {
      const versions = ['server', 'x-powered-by', 'x-aspnet-version', 'x-generator']
        .map((name) => [name, headerOf(answer, name)] as const)
        .filter(([name, value]) => (name === 'server' ? /\d/.test(value) : value !== ''));
      if (versions.length === 0) return pass('No version is disclosed');
      return warn(
        versions.map(([name, value]) => `${name}: ${value}`).join('; '),
        'Remove versions from Server, and remove X-Powered-By.',
      );
    }),
  },
];
