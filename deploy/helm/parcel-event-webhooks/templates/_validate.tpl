{{/* Checks that the schema cannot express: values that contradict each other. Each error names the value and the remedy. */}}
{{- define "parcel.validate" -}}
{{- $v := .Values -}}
{{- if not (or $v.database.existingSecret $v.database.url) -}}
{{- fail "database.existingSecret is empty: name the Secret that holds the PostgreSQL URL (or, for a trial, set database.url)" -}}
{{- end -}}
{{- if not (or $v.secretsKey.existingSecret $v.secretsKey.value $v.secretsKey.generate) -}}
{{- fail "secretsKey.existingSecret is empty: name the Secret that holds the key (openssl rand -base64 32), or set secretsKey.generate=true" -}}
{{- end -}}
{{- include "parcel.validate.kafka" . -}}
{{- include "parcel.validate.scaling" . -}}
{{- include "parcel.validate.egress" . -}}
{{- if and (or $v.mail.existingSecret $v.mail.url) (not $v.mail.from) -}}
{{- fail "mail.from is empty: name the sender of the mails, such as Webhooks <webhooks@example.org>" -}}
{{- end -}}
{{- if eq (int $v.internalPort) 8080 -}}
{{- fail "internalPort is 8080, the port of the API: choose another port" -}}
{{- end -}}
{{- if and $v.ingress.enabled (not $v.ingress.hosts) -}}
{{- fail "ingress.enabled is true, but ingress.hosts names no host" -}}
{{- end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) -}}
{{- fail "httpRoute.enabled is true, but httpRoute.parentRefs names no gateway" -}}
{{- end -}}
{{- end -}}

{{- define "parcel.validate.kafka" -}}
{{- $kafka := .Values.kafka -}}
{{- if and (not $kafka.tls.enabled) (or $kafka.tls.caSecret $kafka.tls.certSecret) -}}
{{- fail "kafka.tls.caSecret or certSecret is set, but kafka.tls.enabled is false: the connections to the brokers would be plain text" -}}
{{- end -}}
{{- if $kafka.sasl.mechanism -}}
{{- if not (or $kafka.sasl.username (and $kafka.sasl.existingSecret $kafka.sasl.existingSecretUsernameKey)) -}}
{{- fail "kafka.sasl.mechanism is set: set kafka.sasl.username, or kafka.sasl.existingSecret with existingSecretUsernameKey, too" -}}
{{- end -}}
{{- if not (or $kafka.sasl.existingSecret $kafka.sasl.password) -}}
{{- fail "kafka.sasl.mechanism is set: set kafka.sasl.existingSecret (or, for a trial, kafka.sasl.password), too" -}}
{{- end -}}
{{- else if or $kafka.sasl.existingSecret $kafka.sasl.username -}}
{{- fail "kafka.sasl names a user, but kafka.sasl.mechanism is empty: the apps would not log in" -}}
{{- end -}}
{{- if and $kafka.strimzi.enabled (not $kafka.strimzi.cluster) -}}
{{- fail "kafka.strimzi.enabled is true, but kafka.strimzi.cluster does not name the Kafka object" -}}
{{- end -}}
{{- if and $kafka.strimzi.enabled $kafka.strimzi.user.create (eq (include "parcel.topicsMode" .) "hook") -}}
{{- fail "kafka.strimzi.topics is false, but topics.mode is hook: the job would run before its Kafka user exists. Set topics.mode=job, or off if you make the topics yourself" -}}
{{- end -}}
{{- end -}}

{{- define "parcel.validate.scaling" -}}
{{- $partitions := int .Values.kafka.partitions -}}
{{- range $key := list "eventBuilder" "webhookSender" -}}
{{- $values := index $.Values $key -}}
{{- if and $values.autoscaling.enabled $values.keda.enabled -}}
{{- fail (printf "%s.autoscaling and %s.keda are both on: choose one, because they would work against each other" $key $key) -}}
{{- end -}}
{{- $most := int $values.replicas -}}
{{- if $values.keda.enabled }}{{ $most = int $values.keda.maxReplicas }}{{ else if $values.autoscaling.enabled }}{{ $most = int $values.autoscaling.maxReplicas }}{{ end -}}
{{- if gt $most $partitions -}}
{{- fail (printf "%s: %d pods for kafka.partitions=%d: the extra pods would have nothing to do. To raise the partitions, see docs/scaling.md#partitions" $key $most $partitions) -}}
{{- end -}}
{{- end -}}
{{- range $key, $_ := fromYaml (include "parcel.components" .) -}}
{{- $values := index $.Values $key -}}
{{- $least := add $values.preStopSeconds 30 -}}
{{- if lt (int $values.terminationGracePeriodSeconds) (int $least) -}}
{{- fail (printf "%s.terminationGracePeriodSeconds is %d: it must be at least preStopSeconds + 30 = %d, or work in flight is cut off" $key (int $values.terminationGracePeriodSeconds) (int $least)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "parcel.validate.egress" -}}
{{- $egress := .Values.egress -}}
{{- if has $egress.mode (list "nodes" "hostNetwork") -}}
{{- if not $egress.nodeSelector -}}
{{- fail (printf "egress.mode is %s, but egress.nodeSelector does not say which nodes have the sender addresses" $egress.mode) -}}
{{- end -}}
{{- if not $egress.senderAddresses -}}
{{- fail (printf "egress.mode is %s, but egress.senderAddresses is empty" $egress.mode) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $egress.mode "hostNetwork") .Values.metrics.serviceMonitor.enabled -}}
{{- fail "egress.mode is hostNetwork: the metrics of webhook-sender listen on 127.0.0.1 of the node, which no ServiceMonitor reaches. Set metrics.serviceMonitor.enabled=false and scrape all apps with an agent on the node" -}}
{{- end -}}
{{- if eq $egress.mode "proxy" -}}
{{- if not (or $egress.proxy.urls $egress.proxy.existingSecret) -}}
{{- fail "egress.mode is proxy, but neither egress.proxy.existingSecret nor egress.proxy.urls names the proxies" -}}
{{- end -}}
{{- if and $egress.proxy.urls $egress.senderAddresses (ne (len $egress.proxy.urls) (len $egress.senderAddresses)) -}}
{{- fail (printf "egress.senderAddresses has %d entries for %d proxies: name the outside address of each proxy, in the same order" (len $egress.senderAddresses) (len $egress.proxy.urls)) -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.proxy.to) -}}
{{- fail "egress.mode is proxy: networkPolicy.proxy.to must name the addresses of the proxies, because webhook-sender may reach nothing else" -}}
{{- end -}}
{{- end -}}
{{- if and (eq $egress.mode "ciliumGateway") (not $egress.ciliumGateway.gateways) -}}
{{- fail "egress.mode is ciliumGateway, but egress.ciliumGateway.gateways is empty" -}}
{{- end -}}
{{- if and $egress.extraCa.configMap $egress.extraCa.secret -}}
{{- fail "egress.extraCa names a ConfigMap and a Secret: name only one" -}}
{{- end -}}
{{- end -}}

{{/* Returns the ports of kafka.brokers as a YAML list */}}
{{- define "parcel.brokerPorts" -}}
{{- $ports := list -}}
{{- range .Values.kafka.brokers }}{{ $ports = append $ports (regexFind "[0-9]+$" . | int) }}{{ end -}}
{{- toYaml ($ports | uniq) -}}
{{- end -}}
