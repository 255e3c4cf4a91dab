import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Signing {
  challenge: string;
  origin: string;
  host: string;
  counter?: number;
  /** Whether the device verified its user. */
  knowsOwner?: boolean;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text64 = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/**
 * A virtual authenticator that creates a passkey and signs with it, in the format of browsers. It can also
 * cheat.
 */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const base = { id: text64(id), rawId: text64(id), type: 'public-key', clientExtensionResults: {} };

  const clientData = (type: string, { challenge, origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const about = ({ host, counter = 0, knowsOwner = true }: Signing, more: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(0x01 | (knowsOwner ? 0x04 : 0) | more);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head, rest]);
  };

  return {
    make: (signing: Signing): string => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // Manual CBOR: a key of type 2 for algorithm -7 on curve 1, at x and y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = about(signing, 0x40, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174', 'hex'),
        Buffer.from([0x61, 0x58, data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: text64(clientData('webauthn.create', signing)),
        attestationObject: text64(attestation),
        transports: ['internal'],
      };
      return JSON.stringify({ ...base, response });
    },
    sign: (signing: Signing, userHandle?: string): string => {
      const data = about(signing, 0);
      const signed = clientData('webauthn.get', signing);
      const response = {
        clientDataJSON: text64(signed),
        authenticatorData: text64(data),
        signature: text64(sign('sha256', Buffer.concat([data, sha256(signed)]), privateKey)),
        ...(userHandle !== undefined && { userHandle }),
      };
      return JSON.stringify({ ...base, response });
    },
  };
}
