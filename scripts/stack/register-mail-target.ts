import type { components } from '#libs/api-client';
import type { ApiCall } from '#libs/command-line';

type Targets = components['schemas']['NotificationTargets'];

/** A first mail asks for a confirmation. Without mail, or with the target of an earlier start, nothing is to do. */
export async function registerMailTarget(call: ApiCall): Promise<void> {
  const { missingSettings, targets } = await call<Targets>('GET', '/notification-targets');
  if (missingSettings !== null || targets.length > 0) return;
  await call('POST', '/notification-targets', { kind: 'email', address: 'you@localhost.example', name: 'You' });
}
