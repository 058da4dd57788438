import { describe, expect, it } from '@jest/globals';
import { refusal } from './rendered.js';

describe('the chart', () => {
  it.each([
    // A required value is missing.
    ['values without a broker', ['{kafka.brokers=[]'], /brokers/],
    ['values without a database', ['database.existingSecret='], /database\.existingSecret is empty/],
    ['values without a key', ['secretsKey.existingSecret='], /secretsKey\.existingSecret is empty/],
    // The shape is wrong.
    ['an unknown value', ['egres.mode=direct'], /egres/],
    ['an unknown nested value', ['kafka.tls.enable=true'], /enable/],
    ['a broker without a port', ['kafka.brokers[0]=kafka'], /brokers/],
    ['a setting that no app reads', ['settings.RETRY_DELAY=1'], /RETRY_DELAY/],
    ['a setting that the chart makes itself', ['settings.KAFKA_BROKERS=a:1'], /KAFKA_BROKERS/],
    ['an unknown log level', ['logLevel=loud'], /logLevel/],
    ['an unknown egress mode', ['egress.mode=vpn'], /mode/],
    ['an invalid sender address', ['egress.senderAddresses[0]=203.0.113.300'], /senderAddresses/],
    ['a database of another kind', ['database.url=mysql://x'], /url/],
    ['a receiver without TLS', ['test.receiverUrl=http://hooks.example.com'], /receiverUrl/],
    ['a runbook base URL that is not a URL', ['metrics.prometheusRule.runbookBaseUrl=docs/runbooks.md'], /runbookBaseUrl/],
    ['an invalid image digest', ['image.digest=latest'], /digest/],
    ['a pod that runs as root', ['podSecurityContext.runAsUser=0'], /runAsUser/],
    ['a number as text', ['tokenApi.replicas=two'], /replicas/],
    // Values contradict each other.
    ['more pods than partitions', ['eventBuilder.replicas=13'], /13 pods for kafka\.partitions=12: .+ docs\/scaling\.md#partitions/],
    ['more pods than partitions as the limit of KEDA', ['webhookSender.keda.enabled=true', 'webhookSender.keda.maxReplicas=13'], /13 pods/],
    ['two autoscalers for one app', ['eventBuilder.keda.enabled=true', 'eventBuilder.autoscaling.enabled=true'], /both on/],
    ['a grace period that cuts a pod off', ['tokenApi.terminationGracePeriodSeconds=20'], /at least preStopSeconds \+ 30 = 40/],
    ['a CA without TLS', ['kafka.tls.caSecret=ca'], /plain text/],
    ['a login without a password', ['kafka.sasl.mechanism=plain', 'kafka.sasl.username=u'], /kafka\.sasl\.existingSecret/],
    ['a user name without a mechanism', ['kafka.sasl.username=u'], /mechanism is empty/],
    ['Strimzi without a cluster', ['kafka.strimzi.enabled=true'], /strimzi\.cluster/],
    [
      'a job that runs before its Kafka user exists',
      ['kafka.strimzi.enabled=true', 'kafka.strimzi.cluster=main', 'kafka.strimzi.topics=false'],
      /topics\.mode=job/,
    ],
    ['the port of the API as the internal port', ['internalPort=8080'], /the port of the API/],
    ['nodes without a selector', ['egress.mode=nodes'], /nodeSelector/],
    ['proxy mode without proxies', ['egress.mode=proxy'], /names the proxies/],
    ['a proxy that no network policy allows', ['egress.mode=proxy', 'egress.proxy.existingSecret=p'], /networkPolicy\.proxy\.to/],
    ['Cilium mode without a gateway', ['egress.mode=ciliumGateway'], /gateways is empty/],
    ['an Ingress without a host', ['ingress.enabled=true'], /ingress\.hosts/],
    ['a route without a gateway', ['httpRoute.enabled=true'], /parentRefs/],
  ])('refuses %s', (_, sets, reason) => {
    expect(refusal('minimal', ...sets)).toMatch(reason);
  });

  it('accepts an ordinary installation', () => {
    expect(refusal('minimal')).toBe('');
  });
});
