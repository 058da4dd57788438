{{- define "parcel.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 40 letters, so that a name with the longest suffix has at most 63. */}}
{{- define "parcel.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "parcel.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "parcel.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "parcel.selectorLabels" -}}
app.kubernetes.io/name: {{ include "parcel.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "parcel.labels" -}}
{{ include "parcel.selectorLabels" . }}
app.kubernetes.io/part-of: parcel-event-webhooks
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* metadata of an object. in: root, name; component, namespace, labels, annotations are optional */}}
{{- define "parcel.metadata" -}}
name: {{ .name }}
namespace: {{ default .root.Release.Namespace .namespace }}
labels:
  {{- include "parcel.labels" .root | nindent 2 }}
  {{- with .component }}
  app.kubernetes.io/component: {{ . }}
  {{- end }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (default (dict) .annotations) (default (dict) .root.Values.commonAnnotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "parcel.image" -}}
{{- $image := .Values.image -}}
{{- $name := ternary (printf "%s/%s" $image.registry $image.repository) $image.repository (ne $image.registry "") -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{/* The three apps: key in the values → name of the component */}}
{{- define "parcel.components" -}}
tokenApi: token-api
eventBuilder: event-builder
webhookSender: webhook-sender
{{- end -}}

{{- define "parcel.serviceAccountName" -}}
{{- $own := printf "%s-%s" (include "parcel.fullname" .root) .component -}}
{{- ternary (default $own .values.serviceAccount.name) (default "default" .values.serviceAccount.name) .values.serviceAccount.create -}}
{{- end -}}

{{- define "parcel.secretName" -}}
{{- include "parcel.fullname" . -}}
{{- end -}}

{{/* Returns the credentials that the chart stores itself, as a YAML map of environment variables */}}
{{- define "parcel.ownSecrets" -}}
{{- if and .Values.database.url (not .Values.database.existingSecret) }}
DATABASE_URL: {{ .Values.database.url | quote }}
{{- end }}
{{- if and .Values.kafka.sasl.password (not .Values.kafka.sasl.existingSecret) }}
KAFKA_PASSWORD: {{ .Values.kafka.sasl.password | quote }}
{{- end }}
{{- if and .Values.secretsKey.value (not .Values.secretsKey.existingSecret) }}
SECRETS_KEY: {{ .Values.secretsKey.value | quote }}
{{- end }}
{{- if and .Values.mail.url (not .Values.mail.existingSecret) }}
SMTP_URL: {{ .Values.mail.url | quote }}
{{- end }}
{{- if and (eq .Values.egress.mode "proxy") .Values.egress.proxy.urls (not .Values.egress.proxy.existingSecret) }}
EGRESS_PROXIES: {{ join "," .Values.egress.proxy.urls | quote }}
{{- end }}
{{- end -}}

{{/*
A checksum that changes with the chart's own secrets: an HMAC of release and namespace, keyed with scrypt of all secrets. It resists guessing by
readers of a pod or a Job: each guess costs a scrypt and needs all secrets.
*/}}
{{- define "parcel.secretsChecksum" -}}
{{- $secrets := include "parcel.ownSecrets" . -}}
{{- if $secrets -}}
{{- derivePassword 1 "maximum" $secrets (include "parcel.fullname" .) .Release.Namespace | sha256sum | trunc 32 -}}
{{- else -}}
none
{{- end -}}
{{- end -}}

{{/* One environment variable from a Secret. in: name, secret, key */}}
{{- define "parcel.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{/* in: root, isHook = runs before the chart's own Secret exists, so it has its own Secret */}}
{{- define "parcel.env.database" -}}
{{- $database := .root.Values.database -}}
{{- $own := printf "%s%s" (include "parcel.secretName" .root) (ternary "-hooks" "" (default false .isHook)) -}}
{{- if $database.existingSecret }}
{{ include "parcel.fromSecret" (dict "name" "DATABASE_URL" "secret" $database.existingSecret "key" $database.existingSecretKey) }}
{{- else }}
{{ include "parcel.fromSecret" (dict "name" "DATABASE_URL" "secret" $own "key" "DATABASE_URL") }}
{{- end }}
{{- if $database.tls.caSecret }}
- name: DATABASE_CA_FILE
  value: /etc/parcel/database-ca/{{ $database.tls.caSecretKey }}
{{- end }}
{{- end -}}

{{- define "parcel.env.kafka" -}}
{{- $kafka := .root.Values.kafka -}}
{{- $own := printf "%s%s" (include "parcel.secretName" .root) (ternary "-hooks" "" (default false .isHook)) }}
- name: KAFKA_BROKERS
  value: {{ join "," $kafka.brokers | quote }}
{{- with $kafka.topicPrefix }}
- name: TOPIC_PREFIX
  value: {{ . | quote }}
{{- end }}
{{- if $kafka.tls.enabled }}
- name: KAFKA_TLS
  value: "true"
{{- if $kafka.tls.caSecret }}
- name: KAFKA_CA_FILE
  value: /etc/parcel/kafka-ca/{{ $kafka.tls.caSecretKey }}
{{- end }}
{{- if $kafka.tls.certSecret }}
- name: KAFKA_CERT_FILE
  value: /etc/parcel/kafka-cert/{{ $kafka.tls.certSecretCertKey }}
- name: KAFKA_KEY_FILE
  value: /etc/parcel/kafka-cert/{{ $kafka.tls.certSecretKeyKey }}
{{- end }}
{{- end }}
{{- if $kafka.sasl.mechanism }}
- name: KAFKA_SASL_MECHANISM
  value: {{ $kafka.sasl.mechanism }}
{{- if and $kafka.sasl.existingSecret $kafka.sasl.existingSecretUsernameKey }}
{{ include "parcel.fromSecret" (dict "name" "KAFKA_USERNAME" "secret" $kafka.sasl.existingSecret "key" $kafka.sasl.existingSecretUsernameKey) }}
{{- else }}
- name: KAFKA_USERNAME
  value: {{ $kafka.sasl.username | quote }}
{{- end }}
{{- if $kafka.sasl.existingSecret }}
{{ include "parcel.fromSecret" (dict "name" "KAFKA_PASSWORD" "secret" $kafka.sasl.existingSecret "key" $kafka.sasl.existingSecretPasswordKey) }}
{{- else }}
{{ include "parcel.fromSecret" (dict "name" "KAFKA_PASSWORD" "secret" $own "key" "KAFKA_PASSWORD") }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "parcel.env.secretsKey" -}}
{{- $key := .root.Values.secretsKey -}}
{{- if $key.existingSecret }}
{{ include "parcel.fromSecret" (dict "name" "SECRETS_KEY" "secret" $key.existingSecret "key" $key.existingSecretKey) }}
{{- else if $key.generate }}
{{ include "parcel.fromSecret" (dict "name" "SECRETS_KEY" "secret" (printf "%s-secrets-key" (include "parcel.fullname" .root)) "key" "SECRETS_KEY") }}
{{- else }}
{{ include "parcel.fromSecret" (dict "name" "SECRETS_KEY" "secret" (include "parcel.secretName" .root) "key" "SECRETS_KEY") }}
{{- end }}
{{- end -}}

{{/* Settings about addresses: token-api publishes them, webhook-sender obeys them. */}}
{{- define "parcel.env.addresses" -}}
{{- $egress := .root.Values.egress -}}
{{- with $egress.allowedCidrs }}
- name: RECEIVER_ALLOWED_CIDRS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $egress.senderAddresses }}
- name: SENDER_ADDRESSES
  value: {{ join "," . | quote }}
{{- end }}
{{- with $egress.dnsServers }}
- name: DNS_SERVERS
  value: {{ join "," . | quote }}
{{- end }}
{{- end -}}

{{- define "parcel.env.egress" -}}
{{- $egress := .root.Values.egress -}}
{{- if not (has $egress.mode (list "hostNetwork" "proxy")) }}
# The addresses belong to a gateway or a node, not to the pod, so no socket can be bound to them.
- name: SENDER_ADDRESSES_BOUND
  value: "false"
{{- end }}
{{- if eq $egress.mode "proxy" }}
{{- if $egress.proxy.existingSecret }}
{{ include "parcel.fromSecret" (dict "name" "EGRESS_PROXIES" "secret" $egress.proxy.existingSecret "key" $egress.proxy.existingSecretKey) }}
{{- else }}
{{ include "parcel.fromSecret" (dict "name" "EGRESS_PROXIES" "secret" (include "parcel.secretName" .root) "key" "EGRESS_PROXIES") }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Authorities that webhook-sender trusts at receivers, and token-api at the mail server. */}}
{{- define "parcel.env.extraCa" -}}
{{- $egress := .root.Values.egress -}}
{{- if or $egress.extraCa.configMap $egress.extraCa.secret }}
- name: EXTRA_CA_FILE
  value: /etc/parcel/extra-ca/{{ $egress.extraCa.key }}
{{- end }}
{{- end -}}

{{- define "parcel.env.mail" -}}
{{- $mail := .root.Values.mail -}}
{{- if $mail.existingSecret }}
{{ include "parcel.fromSecret" (dict "name" "SMTP_URL" "secret" $mail.existingSecret "key" $mail.existingSecretKey) }}
{{- else if $mail.url }}
{{ include "parcel.fromSecret" (dict "name" "SMTP_URL" "secret" (include "parcel.secretName" .root) "key" "SMTP_URL") }}
{{- end }}
{{- with $mail.from }}
- name: SMTP_FROM
  value: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* Returns any value as text. Numbers in a values file are float64, and a large one would be written as 1.8e+06. */}}
{{- define "parcel.plain" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end -}}

{{- define "parcel.env.map" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ include "parcel.plain" $value | quote }}
{{- end }}
{{- end -}}

{{/* Volumes for certificates of the connections. in: root; component */}}
{{- define "parcel.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- with .root.Values.database.tls.caSecret }}
- name: database-ca
  secret:
    secretName: {{ . }}
{{- end }}
{{- if .root.Values.kafka.tls.enabled }}
{{- with .root.Values.kafka.tls.caSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . }}
{{- end }}
{{- with .root.Values.kafka.tls.certSecret }}
- name: kafka-cert
  secret:
    secretName: {{ . }}
{{- end }}
{{- end }}
{{- if has .component (list "token-api" "webhook-sender") }}
{{- with .root.Values.egress.extraCa.configMap }}
- name: extra-ca
  configMap:
    name: {{ . }}
{{- end }}
{{- with .root.Values.egress.extraCa.secret }}
- name: extra-ca
  secret:
    secretName: {{ . }}
{{- end }}
{{- end }}
{{- if and (eq .component "event-builder") (include "parcel.hasCarriers" .root) }}
- name: carriers
  configMap:
    name: {{ include "parcel.fullname" .root }}-carriers
    items:
      {{- range $name, $_ := .root.Values.eventBuilder.carriers.files }}
      - key: {{ $name }}
        path: {{ $name }}
      {{- end }}
      {{- range $name, $_ := .root.Values.eventBuilder.carriers.mappings }}
      - key: mappings.{{ $name }}
        path: mappings/{{ $name }}
      {{- end }}
{{- end }}
{{- end -}}

{{- define "parcel.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .root.Values.database.tls.caSecret }}
- name: database-ca
  mountPath: /etc/parcel/database-ca
  readOnly: true
{{- end }}
{{- if .root.Values.kafka.tls.enabled }}
{{- if .root.Values.kafka.tls.caSecret }}
- name: kafka-ca
  mountPath: /etc/parcel/kafka-ca
  readOnly: true
{{- end }}
{{- if .root.Values.kafka.tls.certSecret }}
- name: kafka-cert
  mountPath: /etc/parcel/kafka-cert
  readOnly: true
{{- end }}
{{- end }}
{{- if and (has .component (list "token-api" "webhook-sender")) (or .root.Values.egress.extraCa.configMap .root.Values.egress.extraCa.secret) }}
- name: extra-ca
  mountPath: /etc/parcel/extra-ca
  readOnly: true
{{- end }}
{{- if and (eq .component "event-builder") (include "parcel.hasCarriers" .root) }}
- name: carriers
  mountPath: /etc/parcel/carriers
  readOnly: true
{{- end }}
{{- end -}}

{{- define "parcel.hasCarriers" -}}
{{- if or .Values.eventBuilder.carriers.files .Values.eventBuilder.carriers.mappings -}}true{{- end -}}
{{- end -}}
