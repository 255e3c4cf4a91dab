// Runs in a sandbox, as everything that reads XML of SAML.
import type { Handler } from 'htmlparser2';
import { readMarkup } from '../../platform/sandbox/markup.ts';

/** How far clocks may be apart, in milliseconds. */
export const skew = 60_000;
/** Longest text of an element. */
export const maxLength = 500;
const maxElements = 5000;
const strongAlgorithm = /#(?:rsa-)?sha(?:256|384|512)$/;
/** Without those that let somebody else find out what is inside (RSA 1.5), and Triple DES. */
const encryption = /#(?:rsa-oaep-mgf1p|aes(?:128|256)-(?:cbc|gcm))$/;

/** Refuses what is large or deep, document types, which only attacks have, and weak algorithms. */
export async function checkMarkup(
  xml: string,
  onElement: (name: string, attributes: Readonly<Record<string, string>>, count: number) => void,
  others: Pick<Partial<Handler>, 'ontext' | 'onclosetag'> = {},
): Promise<void> {
  let count = 0;
  let isOfKey = false;
  const isWhole = await readMarkup(
    xml,
    {
      ...others,
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new Error('a document type');
      },
      onopentag: (qualified, attributes) => {
        const name = qualified.replace(/^.*:/, '');
        const { Algorithm = '' } = attributes;
        count += 1;
        if (count > maxElements) throw new Error('too many elements');
        onElement(name, attributes, count);
        if (name === 'EncryptionMethod') isOfKey = true;
        const isWeak =
          name === 'EncryptionMethod'
            ? !encryption.test(Algorithm)
            : name === 'SignatureMethod' || (name === 'DigestMethod' && !isOfKey)
              ? !strongAlgorithm.test(Algorithm)
              : false;
        if (isWeak) throw new Error(`a weak algorithm: ${Algorithm}`);
      },
      onclosetag: (qualified, isImplied) => {
        if (qualified.endsWith('EncryptionMethod')) isOfKey = false;
        others.onclosetag?.(qualified, isImplied);
      },
    },
    { xmlMode: true },
  );
  if (!isWhole) throw new Error('nested too deep');
}
