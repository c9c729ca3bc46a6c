import { invalidField } from '#kernel/errors.ts'
import { isCommonPassword } from '#kernel/lists/common-passwords.ts'
import { hashPassword } from '#platform/server/secrets/password-hash.ts'

/** Hashes a password that its owner chooses. Refuses the field `password1` when attackers try the password first. */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommonPassword(password)) throw invalidField('password1', { code: 'password.common' }, 'password.common')
  return hashPassword(password)
}
