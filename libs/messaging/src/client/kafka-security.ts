import { ConfigFault } from '#libs/config';
import type { KafkaConfig } from '../kafka.config.js';

/** How a client reaches the brokers and logs in. Without `ssl` it sends plain text. */
interface Security {
  readonly ssl?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: { readonly mechanism: Mechanism; readonly username: string; readonly password: string };
}
type Mechanism = Exclude<KafkaConfig['kafkaSaslMechanism'], ''>;

export type SecurityConfig = Pick<
  KafkaConfig,
  'kafkaTls' | 'kafkaCa' | 'kafkaCert' | 'kafkaKey' | 'kafkaSaslMechanism' | 'kafkaUsername' | 'kafkaPassword'
>;

/** @throws ConfigFault when the settings contradict each other: with half of a login, the client would connect without one */
export function toSecurity(config: SecurityConfig): Security {
  const faults = faultsOf(config);
  if (faults.length > 0) throw new ConfigFault(faults);
  return { ...toSsl(config), ...toSasl(config) };
}

function faultsOf({ kafkaTls, kafkaCa, kafkaCert, kafkaKey, kafkaSaslMechanism, kafkaUsername, kafkaPassword }: SecurityConfig): string[] {
  const [hasCert, hasKey, hasPassword] = [kafkaCert !== '', kafkaKey.reveal() !== '', kafkaPassword.reveal() !== ''];
  const isNamed = kafkaUsername !== '' && hasPassword;
  const rules: [boolean, string][] = [
    [
      !kafkaTls && (kafkaCa !== '' || hasCert || hasKey),
      'KAFKA_TLS must be true where KAFKA_CA_FILE, KAFKA_CERT_FILE or KAFKA_KEY_FILE is set',
    ],
    [hasCert !== hasKey, 'KAFKA_CERT_FILE and KAFKA_KEY_FILE belong together: set both or none'],
    [kafkaSaslMechanism !== '' && !isNamed, 'KAFKA_SASL_MECHANISM needs KAFKA_USERNAME and KAFKA_PASSWORD'],
    [kafkaSaslMechanism === '' && (kafkaUsername !== '' || hasPassword), 'KAFKA_SASL_MECHANISM must say how KAFKA_USERNAME logs in'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
}

function toSsl({ kafkaTls, kafkaCa, kafkaCert, kafkaKey }: SecurityConfig): Security {
  if (!kafkaTls) return {};
  return {
    ssl: { ...(kafkaCa !== '' && { ca: kafkaCa }), ...(kafkaCert !== '' && { cert: kafkaCert, key: kafkaKey.reveal() }) },
  };
}

function toSasl({ kafkaSaslMechanism: mechanism, kafkaUsername: username, kafkaPassword }: SecurityConfig): Security {
  return mechanism === '' ? {} : { sasl: { mechanism, username, password: kafkaPassword.reveal() } };
}
