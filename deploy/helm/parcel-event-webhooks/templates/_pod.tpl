{{/* Together with podSecurityContext, this fulfils the Pod Security profile "restricted". */}}
{{- define "parcel.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* The parts that all pods share. in: root, component, serviceAccountName */}}
{{- define "parcel.podCommon" -}}
serviceAccountName: {{ .serviceAccountName }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- end -}}

{{- define "parcel.containerCommon" -}}
image: {{ include "parcel.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "parcel.containerSecurityContext" . | nindent 2 }}
{{- end -}}

{{- define "parcel.probe" -}}
httpGet:
  path: {{ .path }}
  port: internal
  {{- if .onHost }}
  host: 127.0.0.1
  {{- end }}
{{ toYaml .probe }}
{{- end -}}

{{/* A Deployment. in: root, component, values */}}
{{- define "parcel.deployment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $component := .component -}}
{{- $name := printf "%s-%s" (include "parcel.fullname" $root) $component -}}
{{- $isSender := eq $component "webhook-sender" -}}
{{- $onHost := and $isSender (eq $root.Values.egress.mode "hostNetwork") -}}
{{- $onNodes := and $isSender (has $root.Values.egress.mode (list "nodes" "hostNetwork")) -}}
{{- $isScaled := or $values.autoscaling.enabled (and (hasKey $values "keda") (dig "keda" "enabled" false $values)) -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "parcel.metadata" (dict "root" $root "name" $name "component" $component "annotations" $values.annotations) | nindent 2 }}
spec:
  {{- if not $isScaled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    {{- /* On the host's network a pod occupies its port on the node: if there are only as many nodes as pods, an extra pod cannot be placed. */}}
    {{- $rolling := ternary (dict "maxUnavailable" 1 "maxSurge" 0) (dict "maxUnavailable" 0 "maxSurge" "25%") $onHost }}
    {{- toYaml (default (dict "type" "RollingUpdate" "rollingUpdate" $rolling) $values.strategy) | nindent 4 }}
  selector:
    matchLabels:
      {{- include "parcel.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $component }}
  template:
    metadata:
      labels:
        {{- include "parcel.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/secret: {{ include "parcel.secretsChecksum" $root }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "parcel.podCommon" (dict "root" $root "serviceAccountName" (include "parcel.serviceAccountName" .)) | nindent 6 }}
      terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
      {{- if $onHost }}
      hostNetwork: true
      dnsPolicy: ClusterFirstWithHostNet
      {{- end }}
      {{- with $values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with merge (dict) $values.nodeSelector (ternary $root.Values.egress.nodeSelector (dict) $onNodes) }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $key, $whenUnsatisfiable := $values.topologySpread }}
        - topologyKey: {{ $key }}
          maxSkew: 1
          whenUnsatisfiable: {{ $whenUnsatisfiable }}
          labelSelector:
            matchLabels:
              {{- include "parcel.selectorLabels" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $component }}
          # Each generation of pods is spread separately; otherwise an upgrade would leave the new pods unevenly spread.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      {{- with $values.extraInitContainers }}
      initContainers:
        {{- tpl (toYaml .) $root | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $component }}
          {{- include "parcel.containerCommon" . | nindent 10 }}
          args: [dist/apps/{{ $component }}/src/main.js]
          env:
            {{- include "parcel.appEnv" . | trim | nindent 12 }}
          {{- with concat $root.Values.extraEnvFrom $values.extraEnvFrom }}
          envFrom:
            {{- tpl (toYaml .) $root | nindent 12 }}
          {{- end }}
          ports:
            {{- if eq $component "token-api" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: internal
              containerPort: {{ $root.Values.internalPort }}
          startupProbe:
            {{- include "parcel.probe" (dict "path" "/health/live" "probe" $values.startupProbe "onHost" $onHost) | nindent 12 }}
          readinessProbe:
            {{- include "parcel.probe" (dict "path" "/health/ready" "probe" $values.readinessProbe "onHost" $onHost) | nindent 12 }}
          livenessProbe:
            {{- include "parcel.probe" (dict "path" "/health/live" "probe" $values.livenessProbe "onHost" $onHost) | nindent 12 }}
          {{- if gt (int $values.preStopSeconds) 0 }}
          lifecycle:
            preStop:
              sleep:
                seconds: {{ $values.preStopSeconds }}
          {{- end }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            {{- include "parcel.volumeMounts" . | nindent 12 }}
            {{- with $values.extraVolumeMounts }}
            {{- tpl (toYaml .) $root | nindent 12 }}
            {{- end }}
        {{- with $values.extraContainers }}
        {{- tpl (toYaml .) $root | nindent 8 }}
        {{- end }}
      volumes:
        {{- include "parcel.volumes" . | nindent 8 }}
        {{- with $values.extraVolumes }}
        {{- tpl (toYaml .) $root | nindent 8 }}
        {{- end }}
{{- end -}}

{{/* Environment of an app: each app gets only the settings and secrets that it reads. */}}
{{- define "parcel.appEnv" -}}
{{- $root := .root }}
- name: LOG_LEVEL
  value: {{ $root.Values.logLevel }}
- name: INTERNAL_PORT
  value: {{ $root.Values.internalPort | quote }}
{{- if and (eq .component "webhook-sender") (eq $root.Values.egress.mode "hostNetwork") }}
{{- /* The node's own address may be public. */}}
- name: INTERNAL_HOST
  value: 127.0.0.1
{{- end }}
- name: DATABASE_POOL_SIZE
  value: {{ $root.Values.database.poolSize | quote }}
{{ include "parcel.env.database" . | trim }}
{{ include "parcel.env.kafka" . | trim }}
{{- if ne .component "event-builder" }}
{{ include "parcel.env.secretsKey" . | trim }}
{{ include "parcel.env.addresses" . | trim }}
{{ include "parcel.env.extraCa" . | trim }}
{{- end }}
{{- if eq .component "token-api" }}
{{ include "parcel.env.mail" . | trim }}
{{- end }}
{{- if eq .component "webhook-sender" }}
{{ include "parcel.env.egress" . | trim }}
{{- end }}
{{- if and (eq .component "event-builder") (include "parcel.hasCarriers" $root) }}
- name: CARRIERS_DIR
  value: /etc/parcel/carriers
- name: CARRIERS_OVERLAY
  value: {{ $root.Values.eventBuilder.carriers.overlay | quote }}
{{- end }}
{{- include "parcel.env.map" (merge (dict) .values.settings $root.Values.settings) }}
{{- with concat $root.Values.extraEnv .values.extraEnv }}
{{ tpl (toYaml .) $root }}
{{- end }}
{{- end -}}
