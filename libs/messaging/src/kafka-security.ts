import { ConfigFault } from '#libs/config';
import type { KafkaConfig as ClientConfig } from 'kafkajs';
import type { KafkaConfig } from './kafka.config.js';

type Security = Pick<ClientConfig, 'ssl' | 'sasl'>;
type SecurityConfig = Pick<
  KafkaConfig,
  'kafkaTls' | 'kafkaCa' | 'kafkaCert' | 'kafkaKey' | 'kafkaSaslMechanism' | 'kafkaUsername' | 'kafkaPassword'
>;

/** Settings → what kafkajs takes. @throws ConfigFault when they do not fit each other: half a login would be none, in plain text */
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
  const login = { username, password: kafkaPassword.reveal() };
  switch (mechanism) {
    case '':
      return {};
    case 'plain':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-256':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-512':
      return { sasl: { mechanism, ...login } };
    default:
      throw new Error(`unknown mechanism: ${String(mechanism satisfies never)}`);
  }
}
