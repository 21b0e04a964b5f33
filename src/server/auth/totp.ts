import { Secret, TOTP } from 'otpauth';
import { OTP } from '#shared/auth/sign.in.contract.ts';

/** 160 bits. RFC 4226, section 4, R6 */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are taken: a telephone's clock is not ours. RFC 6238, section 5.2 */
const WINDOW = 1;

const of = (secret: string, account = ''): TOTP =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: OTP.digits,
    period: OTP.seconds,
    issuer: OTP.issuer,
    label: account,
  });

/** @returns a new one, Base32 */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the picture of a secret says: `otpauth://totp/Diplo:marie@exemple.fr?secret=…`. */
export const uriOf = (secret: string, account: string): string => of(secret, account).toString();

/**
 * The step of 30 seconds that a code is of, the present one or the one beside it. RFC 6238
 * @returns `null` for no code of this secret
 */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = of(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / OTP.seconds) + delta;
}
