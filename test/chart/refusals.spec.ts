import { describe, expect, it } from '@jest/globals';
import { refusal } from './rendered.js';

describe('values that are nonsense', () => {
  it.each([
    // required
    ['no broker', ['{kafka.brokers=[]'], /brokers/],
    ['no database', ['database.existingSecret='], /database\.existingSecret is empty/],
    ['no key', ['secretsKey.existingSecret='], /secretsKey\.existingSecret is empty/],
    // shape
    ['an unknown value', ['egres.mode=direct'], /egres/],
    ['an unknown value further in', ['kafka.tls.enable=true'], /enable/],
    ['a broker without a port', ['kafka.brokers[0]=kafka'], /brokers/],
    ['a setting that no app reads', ['settings.RETRY_DELAY=1'], /RETRY_DELAY/],
    ['a setting that the chart makes itself', ['settings.KAFKA_BROKERS=a:1'], /KAFKA_BROKERS/],
    ['a level that is none', ['logLevel=loud'], /logLevel/],
    ['a mode that is none', ['egress.mode=vpn'], /mode/],
    ['an address that is none', ['egress.senderAddresses[0]=203.0.113.300'], /senderAddresses/],
    ['a database of another kind', ['database.url=mysql://x'], /url/],
    ['a receiver without TLS', ['test.receiverUrl=http://hooks.example.com'], /receiverUrl/],
    ['runbooks without an address', ['metrics.prometheusRule.runbookBaseUrl=docs/runbooks.md'], /runbookBaseUrl/],
    ['a digest that is none', ['image.digest=latest'], /digest/],
    ['a pod as root', ['podSecurityContext.runAsUser=0'], /runAsUser/],
    ['a number as text', ['tokenApi.replicas=two'], /replicas/],
    // what does not fit together
    ['more pods than partitions', ['eventBuilder.replicas=13'], /13 pods for kafka\.partitions=12: .+ docs\/scaling\.md#partitions/],
    ['more pods than partitions, when KEDA may', ['webhookSender.keda.enabled=true', 'webhookSender.keda.maxReplicas=13'], /13 pods/],
    ['two who scale', ['eventBuilder.keda.enabled=true', 'eventBuilder.autoscaling.enabled=true'], /both on/],
    ['a pod that is cut off', ['tokenApi.terminationGracePeriodSeconds=20'], /at least preStopSeconds \+ 30 = 40/],
    ['an authority without TLS', ['kafka.tls.caSecret=ca'], /plain text/],
    ['a login without a password', ['kafka.sasl.mechanism=plain', 'kafka.sasl.username=u'], /kafka\.sasl\.existingSecret/],
    ['a user name without a mechanism', ['kafka.sasl.username=u'], /mechanism is empty/],
    ['Strimzi without a cluster', ['kafka.strimzi.enabled=true'], /strimzi\.cluster/],
    [
      'a job before its user',
      ['kafka.strimzi.enabled=true', 'kafka.strimzi.cluster=main', 'kafka.strimzi.topics=false'],
      /topics\.mode=job/,
    ],
    ['the port of the API', ['internalPort=8080'], /the port of the API/],
    ['nodes without a selector', ['egress.mode=nodes'], /nodeSelector/],
    ['no proxies', ['egress.mode=proxy'], /names the proxies/],
    ['a proxy that no policy lets reach', ['egress.mode=proxy', 'egress.proxy.existingSecret=p'], /networkPolicy\.proxy\.to/],
    ['a gateway that is none', ['egress.mode=ciliumGateway'], /gateways is empty/],
    ['an Ingress without a host', ['ingress.enabled=true'], /ingress\.hosts/],
    ['a route without a gateway', ['httpRoute.enabled=true'], /parentRefs/],
  ])('are refused: %s', (_, sets, reason) => {
    expect(refusal('minimal', ...sets)).toMatch(reason);
  });

  it('and those of an ordinary installation are not', () => {
    expect(refusal('minimal')).toBe('');
  });
});
