import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { PeerCertificate, SecureVersion } from 'node:tls';
import { seconds } from '../../kernel/time.ts';

export interface HandshakeOptions {
  /** The only version that is offered; without it, 1.2 and 1.3. */
  version?: SecureVersion;
  /** Milliseconds. Default 5 s. */
  within?: number;
  /** Our own two services may be asked too, wherever they are. */
  own?: boolean;
  signal?: AbortSignal;
}

/** The result of a TLS handshake. `distrust` says why a certificate is not trusted. */
export interface Handshake {
  /** `TLSv1.3`. */
  version: string;
  /** As OpenSSL names it: `TLS_AES_256_GCM_SHA384`, `ECDHE-RSA-AES128-GCM-SHA256`. */
  cipher: string;
  /** `h2`, `http/1.1`, or nothing where the server does not choose. */
  protocol: string;
  /** Code of what is wrong with the chain or its name; empty: nothing. */
  distrust: string;
  certificate: X509Certificate | undefined;
  subject: string;
}

/** A handshake with one of the addresses that were checked, and nothing after it. */
export async function shakeHands(
  url: URL,
  addresses: readonly { address: string; family: number }[],
  { version, within = seconds(5), signal }: HandshakeOptions,
): Promise<Handshake> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host: addresses[0]?.address ?? '',
    port: Number(url.port || 443),
    ...(!isIP(name) && { servername: name }),
    // Certificates are reported and not rejected here.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
    ...(version && { minVersion: version, maxVersion: version }),
    // OpenSSL itself would not offer what is no longer safe.
    ...(version && /^TLSv1(\.1)?$/.test(version) && { ciphers: 'ALL:@SECLEVEL=0' }),
  });
  const timeout = AbortSignal.timeout(within);
  try {
    await once(socket, 'secureConnect', { signal: signal ? AbortSignal.any([timeout, signal]) : timeout });
    const peer = socket.getPeerCertificate() as Partial<PeerCertificate>;
    return {
      version: socket.getProtocol() ?? '',
      cipher: socket.getCipher().name,
      protocol: socket.alpnProtocol === false ? '' : (socket.alpnProtocol ?? ''),
      distrust: socket.authorized ? '' : codeOf(socket.authorizationError),
      certificate: socket.getPeerX509Certificate(),
      subject: [peer.subject?.CN ?? name].flat().join(', '),
    };
  } catch (error) {
    // An abort says that it was one; why is in the signal.
    throw timeout.aborted ? timeout.reason : error;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'string' ? error : ((error as { code?: string } | null)?.code ?? 'UNKNOWN');
